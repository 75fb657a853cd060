import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const tokenCharacters = 26;
const pattern = /^[a-z0-9]{26,64}$/;

/** A new token: 26 random characters, 134 bits. */
export function createToken(): string {
  let token = '';
  for (let i = 0; i < tokenCharacters; i++) token += alphabet[randomInt(alphabet.length)];
  return token;
}

/**
 * Whether a text has the form of a token: those that an operator's file gives (`seed/`) may be longer than ours. Any other
 * text is unknown without a look-up. `connections/request-target.ts` reads the same form.
 */
export function isToken(text: string): boolean {
  return pattern.test(text);
}
