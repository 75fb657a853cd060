import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../random-secret.ts';

const prefix = 'wh-';
/** 178 bits. */
const randomCharacters = 30;
/** 32 bits in base62. */
const checksumCharacters = 6;
const pattern = /^wh-([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key: `wh-`, 30 random characters, and 6 characters of their checksum. */
export function createSecret(): string {
  const random = randomBase62(randomCharacters);
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
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}
