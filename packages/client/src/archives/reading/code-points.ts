/** Stands for half of a surrogate pair, which no text has: U+FFFD. */
export const loneSurrogate = 0xfffd;

/** Whether two units of UTF-16 are a surrogate pair. */
export function isPair(first: number, second: number): boolean {
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
}

/** A code point in UTF-8 (RFC 3629, section 3). */
export function utf8Of(code: number): number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), next(code)];
  if (code >= 0xd800 && code <= 0xdfff) return utf8Of(loneSurrogate);
  if (code < 0x10000) return [0xe0 | (code >> 12), next(code >> 6), next(code)];
  return [0xf0 | (code >> 18), next(code >> 12), next(code >> 6), next(code)];
}

function next(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
