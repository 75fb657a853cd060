import { isDigit } from './characters.ts';

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
