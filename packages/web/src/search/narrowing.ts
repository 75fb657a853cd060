import {
  type JsonPath,
  longestMatchCharacters,
  type MatchField,
  printField,
  printMatch,
  printTerm,
  readMatch,
} from '@hookwell/core/match';

/** The fields that a list is narrowed by: from its rows, and by a value at a path of a JSON body. */
export type NarrowingField = 'event' | 'signature' | JsonPath;

/**
 * The filter with a term for this value, in the place of all its terms about the same field: `event=invoice.paid`,
 * `json.data.id=5`. Gives `undefined` if that would be too long for a filter.
 */
export function withTerm(filter: string, field: NarrowingField, value: string): string | undefined {
  const { match } = readMatch(filter);
  const narrowed: MatchField =
    typeof field === 'string' ? { name: field } : { name: 'json.PATH', path: field };
  const name = printField(narrowed);
  const others = match.terms.filter(
    ({ condition }) => condition.kind !== 'field' || printField(condition.field) !== name,
  );
  const condition = { kind: 'field', field: narrowed, operator: '=', text: value } as const;
  const term = printTerm({ isNegated: false, condition });
  const text = `${printMatch({ ...match, terms: others })} ${term}`.trim();
  return text.length > longestMatchCharacters ? undefined : text;
}
