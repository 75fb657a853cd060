/** The places at which the next character of a JSON text can stand: first those between tokens. */
export const atValue = 0;
export const atValueOrEnd = 1;
export const atName = 2;
export const atNameOrEnd = 3;
export const afterName = 4;
export const afterValue = 5;
export const inString = 6;
export const inEscape = 7;
export const inHex = 8;
export const inWord = 9;
/** Those in a number are the last ones: first those that cannot end it, at last those that any digit can follow. */
export const afterSign = 10;
const afterPoint = 11;
const afterExponent = 12;
const afterExponentSign = 13;
export const afterZero = 14;
export const inInteger = 15;
const inFraction = 16;
const inExponent = 17;
/** The character cannot stand there. */
export const failed = 18;

/** The state may end a number. */
export function endsNumber(state: number): boolean {
  return state >= afterZero;
}

/** The state behind a character of a number (RFC 8259, section 6); `afterValue` where the number ended before it. */
export function nextInNumber(state: number, code: number): number {
  if (isDigit(code)) return state >= inInteger ? state : digitIn(state, code);
  const isIntegerEnd = state === afterZero || state === inInteger;
  if (code === 0x2e) return isIntegerEnd ? afterPoint : failed;
  if (code === 0x65 || code === 0x45) {
    return isIntegerEnd || state === inFraction ? afterExponent : failed;
  }
  if ((code === 0x2b || code === 0x2d) && state === afterExponent) return afterExponentSign;
  return endsNumber(state) ? afterValue : failed;
}

function digitIn(state: number, code: number): number {
  switch (state) {
    case afterSign:
      return code === 0x30 ? afterZero : inInteger;
    case afterZero:
      return failed;
    default:
      return state === afterPoint ? inFraction : inExponent;
  }
}

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
