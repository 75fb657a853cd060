import { type Place, printPlace } from '../place.ts';
import { SchemaError } from '../schema-error.ts';

/** A value of the document that is read, with its place. */
export interface Raw {
  readonly value: unknown;
  /** Before the place: what it is a place in. */
  readonly head: string;
  readonly place: Place | undefined;
}

export type RawObject = Readonly<Record<string, unknown>>;

export function refuse(raw: Raw, problem: string): SchemaError {
  return new SchemaError(printPlace(raw.place, raw.head), problem);
}

export function isObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function inside(raw: Raw, step: string | number, value: unknown): Raw {
  return { value, head: raw.head, place: { above: raw.place, step } };
}

export function readText(raw: Raw): string {
  if (typeof raw.value === 'string') return raw.value;
  throw refuse(raw, 'is no text');
}

export function readFinite(raw: Raw): number {
  if (typeof raw.value === 'number' && Number.isFinite(raw.value)) return raw.value;
  throw refuse(raw, typeof raw.value === 'number' ? 'is too large a number' : 'is no number');
}

/** A length, or a number of items or members. */
export function readCount(raw: Raw): number {
  const count = readFinite(raw);
  if (Number.isInteger(count) && count >= 0) return count;
  throw refuse(raw, 'is no integer from 0 on');
}

export function readFlag(raw: Raw): boolean {
  if (typeof raw.value === 'boolean') return raw.value;
  throw refuse(raw, 'is neither true nor false');
}

export function readItems(raw: Raw): Raw[] {
  if (!Array.isArray(raw.value)) throw refuse(raw, 'is no array');
  return raw.value.map((item: unknown, index) => inside(raw, index, item));
}

export function readTexts(raw: Raw): string[] {
  return readItems(raw).map(readText);
}

export function readMembers(raw: Raw): [name: string, member: Raw][] {
  if (!isObject(raw.value)) throw refuse(raw, 'is no object');
  return Object.entries(raw.value).map(([name, value]) => [name, inside(raw, name, value)]);
}

export function readPattern(raw: Raw, source = readText(raw)): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    throw refuse(raw, 'is no regular expression (as ECMAScript has them with the flag `u`)');
  }
}
