import { textOfBytes } from '../request/byte-text.ts';

/** Headers as lines, for the clipboard. */
export function headersText(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${textOfBytes(value)}`.trimEnd()).join('\n');
}

/** Says how many headers the service left out, if it left out any. */
export function droppedSentence(
  dropped: number,
  format: (count: number) => string = String,
): string | undefined {
  if (dropped === 0) return undefined;
  const left = dropped === 1 ? '1 header was' : `${format(dropped)} headers were`;
  return `${left} not stored. The service stores no header that starts with X-.`;
}
