import type { HashName } from '../scheme.ts';

/** Something in a header that may be a signature. */
export interface GivenSignature {
  /** As a verifier compares it: hex in lower case, Base64 of the usual kind. */
  text: string;
  encoding: 'hex' | 'base64';
  /** The hash whose HMAC is so long. */
  hash: HashName;
}

const hashes: ReadonlyMap<number, HashName> = new Map([
  [20, 'sha1'],
  [32, 'sha256'],
  [64, 'sha512'],
]);

/** So much of a value is looked at, and so many signatures in it. */
const mostCharacters = 4096;
const mostSignatures = 4;

/** In whatever spelling: with a prefix or without, in quotes, in Base64 for addresses. */
export function signaturesIn(value: string): GivenSignature[] {
  const found: GivenSignature[] = [];
  for (const [piece] of value.slice(0, mostCharacters).matchAll(/[A-Za-z0-9+/_-]{27,128}={0,2}/g)) {
    const encoding = /^(?:[0-9a-f]{2})+$/i.test(piece) ? 'hex' : 'base64';
    const bytes = Buffer.from(piece, encoding);
    const hash = hashes.get(bytes.length);
    const text = bytes.toString(encoding);
    if (hash === undefined || found.some((other) => other.text === text)) continue;
    found.push({ text, encoding, hash });
    if (found.length === mostSignatures) break;
  }
  return found;
}
