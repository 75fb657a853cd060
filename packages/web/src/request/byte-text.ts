/** The text whose bytes in UTF-8 are these, a byte order mark kept; `undefined` if they are not UTF-8. */
export function textInUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Makes header values and targets readable, in which each character stands for one byte. If the bytes are UTF-8, they
 * are decoded; otherwise the text stays as it is.
 */
export function textOfBytes(latin1: string): string {
  if (/^[\0-\x7f]*$/.test(latin1)) return latin1;
  const codes = Array.from(latin1, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return latin1;
  return textInUtf8(Uint8Array.from(codes)) ?? latin1;
}
