import { queryPairs } from '@hookwell/bodies/query-text';
import { hiddenValue } from '../rules.ts';
import type { Redaction } from '../text/redaction.ts';

/**
 * What is shown of the parameters of a query, or of the fields of a form in its form. What stands behind a hidden value without an `=` is a
 * part of that: an `&` that was not encoded. Anywhere else it is a name, and hidden where values are, since it may be one.
 */
export function redactedPairs(
  encoded: string,
  redaction: Redaction,
): [name: string, value: string][] {
  const shown: [name: string, value: string][] = [];
  let isHidden = false;
  for (const piece of encoded.split('&')) {
    const [pair] = queryPairs(piece);
    if (pair === undefined) continue;
    if (piece.includes('=')) {
      const [name, value] = pair;
      isHidden = redaction.hidesValues || redaction.isSecret(name);
      shown.push(redaction.pair(name, value));
    } else if (!isHidden)
      shown.push([redaction.hidesValues ? hiddenValue : redaction.name(pair[0]), '']);
  }
  return shown;
}
