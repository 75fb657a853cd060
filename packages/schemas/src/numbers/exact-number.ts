import { compareDecimals, type Decimal, parseDecimal } from '@hookwell/bodies/decimal';

const zero: Decimal = { sign: 0, digits: '', magnitude: 0n };

/** A number of a body that a double does not hold: with more than 15 digits, or past the range. */
export class ExactNumber {
  readonly nearest: number;
  readonly #text: string;
  #decimal: Decimal | undefined;

  constructor(text: string, nearest: number) {
    this.#text = text;
    this.nearest = nearest;
  }

  /** The digits that it was written with. */
  get length(): number {
    return this.#text.length;
  }

  get isInteger(): boolean {
    if (/^-?\d+(\.0*)?$/.test(this.#text)) return true;
    return /e/i.test(this.#text) && isInteger(this.decimal);
  }

  get decimal(): Decimal {
    this.#decimal ??= parseDecimal(this.#text) ?? zero;
    return this.#decimal;
  }
}

/** Any decimal of so many digits has a double of its own, but for the ends of the range. */
const heldDigits = 15;
const leastHeld = 1e-290;
const greatestHeld = 1e290;

/** Reads a number of a JSON text: the same number always as the same value, whatever it is written like. */
export function readNumber(text: string): number | ExactNumber {
  const nearest = Number(text);
  const size = Math.abs(nearest);
  const isInRange = size > leastHeld && size < greatestHeld;
  if (isInRange && text.length <= heldDigits) return nearest;
  if (size === 0 && /^[-0.]*(e|$)/i.test(text)) return 0;
  const exact = new ExactNumber(text, nearest);
  return isInRange && isHeld(exact) ? nearest : exact;
}

function isHeld(exact: ExactNumber): boolean {
  if (Number.isSafeInteger(exact.nearest)) return exact.isInteger;
  return exact.decimal.digits.length <= heldDigits;
}

function isInteger({ digits, magnitude }: Decimal): boolean {
  return magnitude >= BigInt(digits.length);
}

/** The decimal of a finite double, with the digits that people write it with. */
export function decimalOf(double: number): Decimal {
  return parseDecimal(String(double)) ?? zero;
}

/** Whether a number of a schema is surely the one that was written there: schemas are read as doubles. */
export function keptItsDigits(double: number): boolean {
  return Number.isSafeInteger(double) || decimalOf(double).digits.length <= heldDigits;
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
