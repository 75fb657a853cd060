import { queryPairs as pairsOf, textOfBytes } from '@hookwell/match';

export { decodeQuery as decodeQueryText } from '@hookwell/match';

/**
 * The parameters in the query of a target as it was sent (`/wh/token/path?a=1&a=2`): names and values percent-
 * and plus-decoded, in their order, with every repeat. A name without `=` has an empty value.
 */
export function queryPairs(target: string): [name: string, value: string][] {
  return pairsOf(queryOf(target));
}

/** The part of a target after its first `?`, as sent, as text; empty if there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : textOfBytes(target.slice(mark + 1));
}
