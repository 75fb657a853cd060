/** Writes a text as the Base64 of its bytes in UTF-8. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
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
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (_noText) {
    return undefined;
  }
}
