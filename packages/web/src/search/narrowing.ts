import { type MatchCondition, printMatch, printTerm, readMatch } from '@hookwell/match';

/** The fields that a list is narrowed by from its rows. */
export type NarrowingField = 'event' | 'signature';

/** The filter with a term for this value, in the place of all its terms about the same field. */
export function withTerm(filter: string, field: NarrowingField, value: string): string {
  const { match } = readMatch(filter);
  const terms = match.terms.filter(({ condition }) => !isAbout(condition, field));
  return `${printMatch({ ...match, terms })} ${exactTerm(field, value)}`.trim();
}

/** `event=invoice.paid`, in quotes where the value needs them. */
export function exactTerm(field: NarrowingField, text: string): string {
  const condition = { kind: 'field', field: { name: field }, operator: '=', text } as const;
  return printTerm({ isNegated: false, condition });
}

function isAbout(condition: MatchCondition, field: NarrowingField): boolean {
  return condition.kind === 'field' && condition.field.name === field;
}
