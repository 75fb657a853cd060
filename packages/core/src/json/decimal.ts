/** A number with all its digits: `sign × 0.digits × 10^magnitude`. */
export interface Decimal {
  sign: -1 | 0 | 1;
  /** Without zeros at either end; empty for zero. */
  digits: string;
  magnitude: bigint;
}

/** RFC 8259, section 6. */
const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/** The value of a number as JSON writes it; `undefined` for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const found = jsonNumber.exec(text);
  if (found === null) return undefined;
  const [, minus, integer = '', fraction = '', exponentSign, exponent = '0'] = found;
  const all = integer + fraction;
  const first = firstNonZero(all);
  if (first === all.length) return { sign: 0, digits: '', magnitude: 0n };
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  const size = exponentSize(exponent);
  const power = exponentSign === '-' ? -size : size;
  return {
    sign: minus === '-' ? -1 : 1,
    digits: all.slice(first, end),
    magnitude: power + BigInt(integer.length - first),
  };
}

/** Below 0 if `left` is less, 0 if both are equal, above 0 if it is more. Exponents are never multiplied out. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.sign === 0) return 0;
  if (left.magnitude !== right.magnitude) {
    return left.magnitude > right.magnitude ? left.sign : -left.sign;
  }
  if (left.digits === right.digits) return 0;
  return left.digits > right.digits ? left.sign : -left.sign;
}

/** Exponents with more digits are told apart by their length alone: to read them takes long. */
const mostExponentDigits = 100;
const beyondExponents = 10n ** BigInt(mostExponentDigits);

function exponentSize(exponent: string): bigint {
  if (exponent.length <= mostExponentDigits) return BigInt(exponent);
  const digits = exponent.slice(firstNonZero(exponent));
  if (digits.length <= mostExponentDigits) return BigInt(digits === '' ? '0' : digits);
  return beyondExponents + BigInt(digits.length);
}

function firstNonZero(digits: string): number {
  let at = 0;
  while (digits[at] === '0') at += 1;
  return at;
}
