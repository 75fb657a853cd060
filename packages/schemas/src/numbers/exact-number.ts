import { compareDecimals, type Decimal, parseDecimal } from '@hookwell/bodies/decimal';

/** A number of a body that a double does not hold: with more than 15 digits, or past the range. */
export class ExactNumber {
  readonly decimal: Decimal;
  readonly nearest: number;

  constructor(decimal: Decimal, nearest: number) {
    this.decimal = decimal;
    this.nearest = nearest;
  }
}

/** Any decimal of so many digits has a double of its own, but for the ends of the range. */
const mostHeldDigits = 15;
const heldMagnitude = 290n;

/** Reads a number of a JSON text: the same number always as the same value, whatever it is written like. */
export function readNumber(text: string): number | ExactNumber {
  const nearest = Number(text);
  if (text.length <= mostHeldDigits && !/e/i.test(text)) return nearest;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return nearest;
  return isHeld(decimal, nearest) ? nearest : new ExactNumber(decimal, nearest);
}

function isHeld(decimal: Decimal, nearest: number): boolean {
  const { sign, digits, magnitude } = decimal;
  if (sign === 0) return true;
  if (Number.isSafeInteger(nearest)) return isInteger(decimal);
  if (digits.length > mostHeldDigits) return false;
  return magnitude < heldMagnitude && magnitude > -heldMagnitude;
}

export function isInteger({ digits, magnitude }: Decimal): boolean {
  return magnitude >= BigInt(digits.length);
}

/** The decimal of a finite double, with the digits that people write it with. */
export function decimalOf(double: number): Decimal {
  return parseDecimal(String(double)) ?? { sign: 0, digits: '', magnitude: 0n };
}

/** Whether a number of a schema is surely the one that was written there: schemas are read as doubles. */
export function keptItsDigits(double: number): boolean {
  return Number.isSafeInteger(double) || decimalOf(double).digits.length <= mostHeldDigits;
}

/**
 * Below 0 if the value is less than a limit of a schema, 0 if both are equal, above 0 if it is more. A limit that lost its
 * digits, as those of 64-bit integers do, is compared with what the value would have become.
 */
export function compareWithLimit(value: number | ExactNumber, limit: number): number {
  if (value instanceof ExactNumber && keptItsDigits(limit)) {
    return compareDecimals(value.decimal, decimalOf(limit));
  }
  const double = value instanceof ExactNumber ? value.nearest : value;
  if (double === limit) return 0;
  return double < limit ? -1 : 1;
}
