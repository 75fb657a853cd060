import { textOfUnits } from '../../http/target-text.ts';

/** A text that many terms may look at: what they compare is made of it once. */
export class ComparedText {
  readonly text: string;
  #folded: string | (() => string) | undefined;
  #decimal: { value: Decimal | undefined } | undefined;

  /** @param folded gives the same text folded, where that is at hand */
  constructor(text: string, folded?: () => string) {
    this.text = text;
    this.#folded = folded;
  }

  get folded(): string {
    if (typeof this.#folded === 'string') return this.#folded;
    const folded = this.#folded?.() ?? fold(this.text);
    this.#folded = folded;
    return folded;
  }

  /** The number that it is; `undefined` if it is none. */
  get decimal(): Decimal | undefined {
    if (this.#decimal === undefined) {
      this.#decimal = { value: parseDecimal(this.text) };
    }
    return this.#decimal.value;
  }

  contains(needle: Needle): boolean {
    if (this.text.length < needle.text.length) return false;
    return needle.isInFolded(this.folded);
  }

  is(text: string): boolean {
    if (this.text.length !== text.length) return false;
    return this.text === text;
  }
}

/** Letters whose lower case contains a letter of ASCII, or depends on the letters beside them. */
const rareLetters = ['\u0130', '\u212A', '\u03A3', '\u03C2'];
const [dottedI, kelvin, capitalSigma, finalSigma, sigma] = [0x130, 0x212a, 0x3a3, 0x3c2, 0x3c3];

/**
 * The text in the form in which texts are compared without case: lower case, with one small sigma. U+0130 and U+212A
 * stay as they are. So the letters of ASCII come from letters of ASCII alone, and stores can look for them in bytes.
 * Each character is folded for itself and keeps its length in UTF-16.
 */
export function fold(text: string): string {
  if (!rareLetters.some((letter) => text.includes(letter))) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at);
    folded += foldRare(part);
    at += part.length;
  }
  return folded;
}

/** So many characters are folded at once. */
const mostCodes = 8192;

/** It does not end between two surrogates. */
function partAt(text: string, at: number): string {
  const last = text.charCodeAt(at + mostCodes - 1);
  return text.slice(at, at + mostCodes - (last >= 0xd800 && last <= 0xdbff ? 1 : 0));
}

/** By the numbers of the characters: to replace each letter in a text of nothing else takes ten times as long. */
function foldRare(part: string): string {
  const codes = new Uint16Array(part.length);
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    codes[at] = code === capitalSigma || code === finalSigma ? sigma : isKept(code) ? 0x69 : code;
  }
  const lower = textOfUnits(codes).toLowerCase();
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    codes[at] = isKept(code) ? code : lower.charCodeAt(at);
  }
  return textOfUnits(codes);
}

function isKept(code: number): boolean {
  return code === dottedI || code === kelvin;
}

/**
 * Engines search in linear time up to this length only: V8 uses the Boyer-Moore table for the last 250 characters
 * of what it looks for, and behind them its worst case is the product of both lengths.
 */
const longestNativeCharacters = 250;

/** A text that is looked for in other texts, in any case and in linear time. */
export class Needle {
  /** Folded. */
  readonly text: string;
  /** For each character the length of the longest border of the text up to it (Knuth, Morris and Pratt). */
  readonly #borders: Uint16Array | undefined;

  constructor(text: string) {
    this.text = fold(text);
    this.#borders = this.text.length > longestNativeCharacters ? bordersOf(this.text) : undefined;
  }

  /** @param folded a text that is folded already */
  isInFolded(folded: string): boolean {
    const borders = this.#borders;
    if (borders === undefined) return folded.includes(this.text);
    let matched = 0;
    for (let at = 0; at < folded.length; at++) {
      const code = folded.charCodeAt(at);
      while (matched > 0 && this.text.charCodeAt(matched) !== code)
        matched = borders[matched - 1] ?? 0;
      if (this.text.charCodeAt(matched) === code) matched += 1;
      if (matched === this.text.length) return true;
    }
    return false;
  }
}

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length += 1;
    borders[at] = length;
  }
  return borders;
}

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
