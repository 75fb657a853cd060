import { type Place, printPlace } from './place.ts';

/** Why a schema is not taken. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** Where in the document: `events["invoice.paid"].properties.id.type`; empty for all of it. */
  readonly place: string;

  /** @param problem what follows the place in a sentence */
  constructor(place: string, problem: string) {
    super(`${place === '' ? 'The schema' : `\`${place}\``} ${problem}`);
    this.place = place;
  }
}

/** A value of the document that is read, with its place. */
export interface Raw {
  readonly value: unknown;
  /** Before the place: what it is a place in. */
  readonly head: string;
  readonly place: Place | undefined;
}

export function refuse(raw: Raw, problem: string): SchemaError {
  return new SchemaError(printPlace(raw.place, raw.head), problem);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function inside(raw: Raw, step: string | number, value: unknown): Raw {
  return { value, head: raw.head, place: { above: raw.place, step } };
}

/** A member or an item by its name in a pointer. */
export function stepInto(at: Raw, name: string): Raw | undefined {
  const { value } = at;
  if (Array.isArray(value)) {
    const index = /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : value.length;
    return index < value.length ? inside(at, index, value[index]) : undefined;
  }
  return isObject(value) && Object.hasOwn(value, name) ? inside(at, name, value[name]) : undefined;
}

export function readText(raw: Raw): string {
  if (typeof raw.value === 'string') return raw.value;
  throw refuse(raw, 'is no text');
}

export function readFinite(raw: Raw): number {
  if (typeof raw.value === 'number' && Number.isFinite(raw.value)) return raw.value;
  throw refuse(raw, typeof raw.value === 'number' ? 'is too large a number' : 'is no number');
}

export function readItems(raw: Raw): Raw[] {
  if (!Array.isArray(raw.value)) throw refuse(raw, 'is no array');
  return raw.value.map((item: unknown, index) => inside(raw, index, item));
}

/** Names as bodies have them once they were read (`readJsonValue`). */
export function readNames(raw: Raw): string[] {
  return readItems(raw).map((item) => readText(item).toWellFormed());
}

export function readMembers(raw: Raw): [name: string, member: Raw][] {
  if (!isObject(raw.value)) throw refuse(raw, 'is no object');
  return Object.entries(raw.value).map(([name, value]) => [
    name.toWellFormed(),
    inside(raw, name, value),
  ]);
}
