import { decodePercent } from '@hookwell/bodies/query-text';

const secretName =
  /token|secret|password|passwd|apikey|auth|signature|session|credential|card|cvv|otp|(?:key|pass|sig)$/;

/** Where a name has several parts: `user[token]`, `user.pass`, `a;sig`. */
const betweenParts = /[[\],;/:?|(){}"'\s]+/;
const betweenPartsAndDots = /[[\].,;/:?|(){}"'\s]+/;

/** Encoders encode a name more than once by mistake. */
const maxDecodings = 3;

/**
 * A name in the form in which names are compared: without case, `-`, `_` and `.`, and without what only looks different: full-width letters,
 * accents, other dashes, spaces, and characters that are not seen.
 */
export function foldedName(name: string): string {
  if (/^[!-~]*$/.test(name)) return name.toLowerCase().replace(/[-_.]+/g, '');
  return name.normalize('NFKD').toLowerCase().replaceAll('ı', 'i').replace(ignored, '');
}

const ignored =
  /[\p{Mark}\p{Format}\p{Control}\p{Dash_Punctuation}\p{Connector_Punctuation}\s.]+/gu;

/** Makes what tells whether the value of a name is a secret. */
export function secretNames(fields: readonly string[]): (name: string) => boolean {
  const folded = new Set(fields.map(foldedName).filter((field) => field !== ''));
  const isSecretPart = (part: string) => {
    const name = foldedName(part);
    return secretName.test(name) || folded.has(name);
  };
  return (name) => {
    let decoded = name;
    for (let count = 0; count < maxDecodings && decoded.includes('%'); count += 1)
      decoded = decodePercent(decoded);
    if (isSecretPart(decoded)) return true;
    return [betweenParts, betweenPartsAndDots].some(
      (between) => between.test(decoded) && decoded.split(between).some(isSecretPart),
    );
  };
}
