import { queryPairs } from '@hookwell/match';
import { objectText } from './object-text.ts';
import { queryOf } from './target.ts';

/**
 * The query of a target as the JSON text of an object, string to string. Names and values are percent-
 * and plus-decoded, of a repeated name the last value counts, and a name without `=` has an empty value.
 */
export function queryParamsText(target: string): string {
  const query = queryOf(target);
  return query === '' ? '{}' : objectText(new Map(queryPairs(query)));
}
