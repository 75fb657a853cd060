/** The characters that JSON is made of, as codes of UTF-16 and of ASCII. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const openArray = 0x5b;
export const closeArray = 0x5d;
export const minus = 0x2d;
export const zero = 0x30;

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** White space of JSON, which is less than that of Unicode. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** `"\/bfnrt` */
export function isEscapable(code: number): boolean {
  return (
    code === 0x22 ||
    code === 0x5c ||
    code === 0x2f ||
    code === 0x62 ||
    code === 0x66 ||
    code === 0x6e ||
    code === 0x72 ||
    code === 0x74
  );
}

/** The index of the next quote, backslash or control character of a string, up to an end. */
export function endOfPlain(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === quote || code === backslash) break;
  }
  return at;
}
