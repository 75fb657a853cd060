/**
 * The inside of a character class for expressions with the flag `u`: characters that a terminal or a page
 * shows as nothing, and characters that turn the direction of the text around them (control and format
 * characters, fillers, tags). The line feed is not among them.
 */
export const unseenCharacters =
  '\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}';

/** The text whose bytes in UTF-8 are these, a byte order mark kept; `undefined` if they are not UTF-8. */
export function textInUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of a text in UTF-8, each as one character (latin1): the form in which targets and headers are handed on. */
export function byteCharacters(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/**
 * An address, or a part of one, whose characters stand for one byte each, with those past ASCII percent-encoded: for programs
 * that take an address as text, and would send other bytes.
 */
export function percentEncodedBytes(address: string): string {
  return address.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
