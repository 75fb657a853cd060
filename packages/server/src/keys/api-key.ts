import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'wh-';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits. */
const randomCharacters = 30;
/** 32 bits in base62. */
const checksumCharacters = 6;
const pattern = /^wh-([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key: `wh-`, 30 random characters, and 6 characters of their checksum. */
export function createSecret(): string {
  let random = '';
  for (let i = 0; i < randomCharacters; i++) random += alphabet[randomInt(alphabet.length)];
  return prefix + random + checksum(random);
}

/** Whether a text can be a key: its form and checksum are right. Mistyped keys fail here, without a look-up. */
export function isWellFormedSecret(text: string): boolean {
  const [, random, sum] = pattern.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** `wh-`, the first four characters, `…`, the last four. */
export function hintOf(secret: string): string {
  return `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumCharacters; i++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
