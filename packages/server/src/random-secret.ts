import { createHash, randomBytes, randomInt } from 'node:crypto';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits, for secrets that people copy: a double click selects all of them. */
export function randomBase62(characters: number): string {
  return Array.from({ length: characters }, () => base62[randomInt(base62.length)]).join('');
}

const pattern = /^[\w-]{43}$/;

/** A new secret: 256 random bits in base64url. Only its hash is stored. */
export function createRandomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret. */
export function isRandomSecret(text: string): boolean {
  return pattern.test(text);
}

/** The SHA-256 of a secret that is random enough for a fast hash, in lower-case hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
