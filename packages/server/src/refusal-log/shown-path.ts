import { textOfBytes } from '@hookwell/core/match';

/** What an owner is shown of a path. */
const mostPathBytes = 256;

/**
 * A path as text, as far as it is shown, without a character that the cut is within.
 * @param path each of its characters stands for one byte
 */
export function shownPath(path: string): string {
  // The last of these characters has up to four bytes; one that is no text becomes a character of two.
  const text = textOfBytes(path.slice(0, mostPathBytes + 3));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(Buffer.from(text).subarray(0, mostPathBytes), { stream: true });
}
