import type { Scheme, SchemeSettings, SecretForm } from '../scheme.ts';
import { findScheme } from './table.ts';
import { waysFor, waysOf } from './ways.ts';

/**
 * A sentence, without the secret, if it cannot be one of the scheme. Whether a key in PEM, DER or JSON is one only Node can
 * tell: `checkKey` of `./verify`.
 */
export function checkSecret(settings: SchemeSettings, secret: string): string | undefined {
  if (secret.trim() === '') return 'It is empty.';
  const scheme = findScheme(settings.scheme);
  const fault = scheme && faultOf(scheme, settings, secret);
  return fault && withPlace(fault, scheme);
}

function faultOf(scheme: Scheme, settings: SchemeSettings, secret: string): string | undefined {
  const [way] = waysFor(waysOf(scheme, settings), secret);
  if (way?.by === 'public-key' && way.secretPrefix !== undefined)
    return isBase64(secret.slice(way.secretPrefix.length), 32)
      ? undefined
      : `It is not a public key: ${way.secretPrefix} and 32 bytes in Base64.`;
  if (way?.by === 'public-key' && way.algorithm === 'ed25519')
    return /^[0-9a-f]{64}$/i.test(secret) ? undefined : 'It is not a public key of 64 hex digits.';
  if (settings.secretEncoding !== undefined) return faults[settings.secretEncoding](secret);
  return faults[way?.by === 'hmac' ? way.key : scheme.secret.form](secret);
}

/** A fault, and what the sender shows instead, and where. */
export function withPlace(fault: string, { title, secret, senders }: Scheme): string {
  if (senders.length === 0) return fault;
  return `${fault} Wanted is what ${title} calls ${secret.words}. ${secret.where}`;
}

const faults: Readonly<Record<SecretForm, (secret: string) => string | undefined>> = {
  text: () => undefined,
  base64: (secret) => (isBase64(secret) ? undefined : 'It is not Base64.'),
  whsec: (secret) =>
    isBase64(secret.replace(/^(?:v1,)?whsec_/, '')) ? undefined : 'It is not Base64 after whsec_.',
  hex: (secret) =>
    /^(?:[0-9a-f]{2})+$/i.test(secret) ? undefined : 'It is not an even number of hex digits.',
  'user-password': (secret) =>
    secret.includes(':')
      ? undefined
      : 'It is not a user name and password with a colon between them.',
  'public-key': (secret) =>
    isPem(secret) || isBase64(secret.trim())
      ? undefined
      : 'It is not a public key in PEM or Base64.',
  certificate: (secret) =>
    isPem(secret) ? undefined : 'It is not a certificate or public key in PEM.',
  jwk: (secret) => (secret.trim().startsWith('{') ? undefined : 'It is not a key in JSON (a JWK).'),
};

function isBase64(text: string, bytes?: number): boolean {
  const digits = text.replace(/={1,2}$/, '');
  return (
    digits !== '' &&
    /^[0-9A-Za-z+/]+$/.test(digits) &&
    digits.length % 4 !== 1 &&
    (bytes === undefined || Math.floor((digits.length * 3) / 4) === bytes)
  );
}

function isPem(text: string): boolean {
  return /^\s*-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----/.test(text);
}
