import { decodePercent } from '@hookwell/bodies/query-text';

/** Encoders encode a name more than once by mistake. */
const mostDecodings = 3;

/** A name percent-decoded as often as it can be. */
export function decodedName(name: string): string {
  let decoded = name;
  for (let count = 0; count < mostDecodings && decoded.includes('%'); count++)
    decoded = decodePercent(decoded);
  return decoded;
}

/**
 * A name in the form in which names are compared: without case, `-`, `_` and `.`, and without what only looks different: full-width letters,
 * accents, other dashes, spaces, and characters that are not seen.
 */
export function foldedName(name: string): string {
  if (plain.test(name)) return name.toLowerCase().replace(separators, '');
  return name.normalize('NFKD').toLowerCase().replaceAll('ı', 'i').replace(ignored, '');
}

const plain = /^[!-~]*$/;
const separators = /[-_.]+/g;
const ignored =
  /[\p{Mark}\p{Format}\p{Control}\p{Dash_Punctuation}\p{Connector_Punctuation}\s.]+/gu;
