import { queryPairs } from '@hookwell/bodies/query-text';
import { hiddenValue } from '../rules.ts';
import type { Redaction } from '../text/redaction.ts';

/**
 * What is shown of the parameters of a query, or of the fields of a form in its form. What stands behind a hidden value without an `=` is a
 * part of that: an `&` that was not encoded. Anywhere else it is a name, and hidden where values are, since it may be one: and so is what
 * ends in the `=` of Base64.
 */
export function redactedPairs(
  encoded: string,
  redaction: Redaction,
): [name: string, value: string][] {
  const shown: [name: string, value: string][] = [];
  let isHidden = false;
  const pieces = encoded.split('&').filter((piece) => piece !== '');
  for (const [index, piece] of pieces.entries()) {
    const [pair] = queryPairs(piece);
    if (pair === undefined) continue;
    const [name, value] = pair;
    const mayBeBase64 = piece.trimEnd().endsWith(index === pieces.length - 1 ? '=' : '==');
    if (redaction.hidesValues && mayBeBase64) shown.push([hiddenValue, '']);
    else if (piece.includes('=')) {
      isHidden = redaction.hidesValues || redaction.isSecret(name);
      shown.push(redaction.pair(name, value));
    } else if (!isHidden)
      shown.push([redaction.hidesValues ? hiddenValue : redaction.name(name), '']);
  }
  return shown;
}
