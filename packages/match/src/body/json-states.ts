/** The places at which the next character of a JSON text can stand. */
export const atValue = 0;
export const atValueOrEnd = 1;
export const atKey = 2;
export const atKeyOrEnd = 3;
export const afterKey = 4;
export const afterValue = 5;
export const inString = 6;
export const inEscape = 7;
export const inHex = 8;
export const inLiteral = 9;
export const afterSign = 10;
export const afterZero = 11;
export const inInteger = 12;
export const afterPoint = 13;
export const inFraction = 14;
export const afterExponent = 15;
export const afterExponentSign = 16;
export const inExponent = 17;
export const failed = 18;

/** The state may end a number. */
export function endsNumber(state: number): boolean {
  return state === afterZero || state === inInteger || state === inFraction || state === inExponent;
}

/** The state behind a character of a number (RFC 8259, section 6); `afterValue` where the number ended before it. */
export function nextInNumber(state: number, code: number): number {
  if (isDigit(code)) return digitIn(state, code);
  const isIntegerEnd = state === afterZero || state === inInteger;
  if (code === 0x2e && isIntegerEnd) return afterPoint;
  const isExponent = code === 0x65 || code === 0x45;
  if (isExponent && (isIntegerEnd || state === inFraction)) return afterExponent;
  if ((code === 0x2b || code === 0x2d) && state === afterExponent) return afterExponentSign;
  return endsNumber(state) ? afterValue : failed;
}

function digitIn(state: number, code: number): number {
  switch (state) {
    case afterSign:
      return code === 0x30 ? afterZero : inInteger;
    case afterZero:
      return failed;
    case afterPoint:
      return inFraction;
    case afterExponent:
    case afterExponentSign:
      return inExponent;
    default:
      return state;
  }
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** White space of JSON, which is less than that of Unicode. */
export function isJsonSpace(code: number): boolean {
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
