import { base64Of as base64OfBytes } from '@hookwell/client/copying';
import { textInUtf8 } from '../../request/byte-text.ts';

/** Writes a text as the Base64 of its bytes in UTF-8. */
export function base64Of(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}

/** The bytes of a text in Base64; `undefined` if it is none. */
export function bytesOfBase64(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (_noBase64) {
    return undefined;
  }
}

/** The text whose bytes these are; `undefined` if they are no text in UTF-8. */
export function textOfBase64(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64);
  return bytes && textInUtf8(bytes);
}
