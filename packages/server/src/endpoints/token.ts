import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const length = 26;
const pattern = /^[a-z0-9]{26}$/;

/** A new token: 26 characters, every one of them equally likely, 134 bits together. */
export function createToken(): string {
  let token = '';
  for (let i = 0; i < length; i++) token += alphabet[randomInt(alphabet.length)];
  return token;
}

/** Whether a text could be a token at all. What could not is unknown without a look-up. */
export function isToken(text: string): boolean {
  return pattern.test(text);
}
