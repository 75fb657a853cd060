import { textInUtf8 } from '../text/characters.ts';

/** The bytes as text, if they are UTF-8 without a NUL; a byte order mark stays in it. */
export function textOf(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : textInUtf8(bytes);
}

/** A call takes only so many arguments. */
const mostArguments = 32 * 1024;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += mostArguments) {
    binary += String.fromCharCode(...bytes.subarray(start, start + mostArguments));
  }
  return btoa(binary);
}

/** Base64 in lines of 76 characters (RFC 2045, section 6.8). */
export function base64Lines(bytes: Uint8Array): string {
  return base64Of(bytes).replace(/.{76}(?=.)/g, '$&\n');
}
