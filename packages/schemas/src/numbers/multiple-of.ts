import type { Decimal } from '@hookwell/bodies/decimal';
import { decimalOf, ExactNumber } from './exact-number.ts';

/** So many digits are divided at once. */
const digitsAtOnce = 15;

/** Whether a number is a whole multiple of another, by the digits of both. Nothing is ever multiplied out. */
export function isMultipleOf(value: number | ExactNumber, divisor: number): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  const dividend = value instanceof ExactNumber ? value.decimal : decimalOf(value);
  if (dividend.sign === 0) return true;
  const { digits, magnitude } = decimalOf(divisor);
  const modulus = BigInt(digits);
  const power = exponentOf(dividend) - (magnitude - BigInt(digits.length));
  // The digits do not end in 0, so that no power of ten divides them.
  if (power < 0n) return false;
  return (remainder(dividend.digits, modulus) * powerOfTen(power, modulus)) % modulus === 0n;
}

function exponentOf({ digits, magnitude }: Decimal): bigint {
  return magnitude - BigInt(digits.length);
}

function remainder(digits: string, modulus: bigint): bigint {
  let rest = 0n;
  for (let at = 0; at < digits.length; at += digitsAtOnce) {
    const next = digits.slice(at, at + digitsAtOnce);
    rest = (rest * 10n ** BigInt(next.length) + BigInt(next)) % modulus;
  }
  return rest;
}

/** By squaring, within the modulus: exponents have 101 digits at most. */
function powerOfTen(power: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let base = 10n % modulus;
  for (let left = power; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
