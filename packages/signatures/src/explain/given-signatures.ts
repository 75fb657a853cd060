import type { HashName, SignatureEncoding } from '../scheme.ts';

/** Something in a header that may be a signature. */
export interface GivenSignature {
  /** As a verifier compares it: hex in lower case, Base64 with its padding unless it is that for addresses. */
  text: string;
  encoding: SignatureEncoding;
  /** The hash whose HMAC is so long. */
  hash: HashName;
}

const hashes: ReadonlyMap<number, HashName> = new Map([
  [16, 'md5'],
  [20, 'sha1'],
  [32, 'sha256'],
  [64, 'sha512'],
]);

/** So much of a value is looked at, and so many signatures in it. */
const mostCharacters = 4096;
const mostSignatures = 4;

/**
 * In whatever spelling: with a prefix or without, in quotes, in Base64 for addresses.
 * @param hasMd5 whether 16 bytes count, which are a trace's id mostly
 */
export function signaturesIn(value: string, hasMd5 = false): GivenSignature[] {
  const found: GivenSignature[] = [];
  for (const [piece] of value.slice(0, mostCharacters).matchAll(/[A-Za-z0-9+/_-]{22,128}={0,2}/g)) {
    const encoding = encodingOf(piece);
    const bytes = Buffer.from(piece, encoding);
    const hash = hashes.get(bytes.length);
    const text = bytes.toString(encoding);
    if (hash === undefined || found.some((other) => other.text === text)) continue;
    if (hash === 'md5' && !hasMd5) continue;
    found.push({ text, encoding, hash });
    if (found.length === mostSignatures) break;
  }
  return found;
}

function encodingOf(piece: string): SignatureEncoding {
  if (/^(?:[0-9a-f]{2})+$/i.test(piece)) return 'hex';
  // None of these lengths does without padding.
  return /[-_]/.test(piece) || !/[+/=]/.test(piece) ? 'base64url' : 'base64';
}
