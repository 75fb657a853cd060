import { printMatch, printTerm, readMatch } from '@hookwell/match';

/** The fields that a list is narrowed by from its rows. */
export type NarrowingField = 'event' | 'signature';

/** The filter with a term for this value, in the place of all its terms about the same field: `event=invoice.paid`. */
export function withTerm(filter: string, field: NarrowingField, value: string): string {
  const { match } = readMatch(filter);
  const others = match.terms.filter(
    ({ condition }) => condition.kind !== 'field' || condition.field.name !== field,
  );
  const condition = { kind: 'field', field: { name: field }, operator: '=', text: value } as const;
  const term = printTerm({ isNegated: false, condition });
  return `${printMatch({ ...match, terms: others })} ${term}`.trim();
}
