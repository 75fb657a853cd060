/** The text whose bytes in UTF-8 are these, a byte order mark kept; `undefined` if they are not UTF-8. */
export function textInUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
