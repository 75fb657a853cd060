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
