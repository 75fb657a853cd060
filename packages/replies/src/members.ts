import { nearestTo } from './nearest.ts';
import { SettingsError, ShapeError, shown } from './settings-error.ts';

/**
 * The members of an object.
 * @throws {ShapeError} with that sentence if the value is none
 */
export function members(
  value: unknown,
  place: string,
  sentence: string,
): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw new ShapeError(place, sentence + butFound(value));
  // Each name is looked up among the object's own: the prototype of others is no part of the settings.
  return Object.assign(Object.create(null), value);
}

/** The end of a sentence that tells what has to stand in a place: `, and a list stands here`. The value may be a secret. */
export function butFound(value: unknown): string {
  if (value === null || value === undefined) return ', and nothing stands here';
  if (Array.isArray(value)) return ', and a list stands here';
  if (typeof value === 'object') return ', and an object stands here';
  if (typeof value === 'boolean') return ', and true or false stands here';
  return `, and a ${typeof value === 'string' ? 'string' : 'number'} stands here`;
}

/** @throws {ShapeError} that names a member that is none of the known ones, and the one that is perhaps meant */
export function refuseOthers(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: string,
): void {
  const other = Object.keys(object).find((name) => !known.includes(name));
  if (other === undefined) return;
  const name = /^\w{1,60}$/.test(other) ? other : shown(other);
  throw new ShapeError(
    place === '' ? name : `${place}.${name}`,
    `this member is unknown${nearestTo(other, known)}; the members are ${known.join(', ')}`,
  );
}

/** @throws {ShapeError} with that sentence, which says what belongs there, if the value is no text */
export function textOf(value: unknown, place: string, sentence = 'this must be a string'): string {
  if (typeof value === 'string') return value;
  throw new ShapeError(place, sentence + butFound(value));
}

/** A reader of a text, for any value. */
export function ofText<Value>(read: (text: string, place: string) => Value, sentence?: string) {
  return (value: unknown, place: string): Value => read(textOf(value, place, sentence), place);
}

/** @throws {ShapeError} if the value is none of the names */
export function oneOf<Name extends string>(
  names: readonly Name[],
  value: unknown,
  place: string,
): Name {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  const perhaps = typeof value === 'string' ? nearestTo(value, names) : butFound(value);
  throw new ShapeError(place, `this must be one of ${names.join(', ')}${perhaps}`);
}

/** @throws {SettingsError} with that sentence if the value is no whole number in this range */
export function wholeNumber(
  value: unknown,
  place: string,
  { minimum, maximum }: { minimum: number; maximum: number },
  sentence: string,
): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    const found = typeof value === 'number' ? `, and ${value} stands here` : butFound(value);
    throw new ShapeError(place, sentence + found);
  }
  if (value < minimum || value > maximum) {
    throw new SettingsError(place, `${sentence}, and ${value} stands here`);
  }
  return value;
}
