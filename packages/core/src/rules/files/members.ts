import { butFound, nearestTo, shown } from '../index.ts';

/** A fault in a setup file: one line that begins with its place. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  /** `endpoints[1].settings.replies[0].status`, or `line 3, column 5` of a text that cannot be read; `document`: all of it. */
  readonly place: string;
  /** For the writer of the file, without the place. */
  readonly sentence: string;

  constructor(place: string, sentence: string, options?: { cause: unknown }) {
    super(`${place}: ${sentence}`, options);
    this.place = place;
    this.sentence = sentence;
  }
}

/** The place of a member: `endpoints[1].name`, or `name` in the document itself. */
export function memberPlace(place: string, name: string): string {
  const isPlain = /^[A-Za-z_][\w-]{0,60}$/.test(name);
  if (!isPlain) return `${place}[${shown(name)}]`;
  return place === '' ? name : `${place}.${name}`;
}

/** The place of an item of a list: `endpoints[1]`. */
export function itemPlace(place: string, index: number): string {
  return `${place}[${index}]`;
}

export type Members = Readonly<Record<string, unknown>>;

/**
 * The members of an object that has no other ones than these.
 * @throws {SetupError} if the value is none, or has another member
 */
export function membersOf(value: unknown, place: string, known: readonly string[]): Members {
  const where = place === '' ? 'document' : place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SetupError(
      where,
      `this must be an object with ${known.join(', ')}${butFound(value)}`,
    );
  }
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    throw new SetupError(
      memberPlace(place, name),
      `only ${known.join(', ')} can stand here${nearestTo(name, known)}`,
    );
  }
  return Object.assign(Object.create(null), value);
}

/**
 * The items of a list with their places; none if it is absent.
 * @throws {SetupError} if it is no list
 */
export function itemsOf(value: unknown, place: string): { item: unknown; place: string }[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    throw new SetupError(place, `this must be a list${butFound(value)}`);
  }
  return value.map((item: unknown, index) => ({ item, place: itemPlace(place, index) }));
}

/** @throws {SetupError} if it is absent or no text */
export function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined) throw new SetupError(place, 'this is missing');
  throw new SetupError(place, `this must be a string (put it in quotes)${butFound(value)}`);
}

/**
 * A name: 1 to 100 characters without NUL.
 * @throws {SetupError} if it is none
 */
export function nameOf(value: unknown, place: string): string {
  const name = textOf(value, place);
  // Characters are counted as the service counts them.
  const length = [...name].length;
  if (length >= 1 && length <= 100 && !name.includes('\0')) return name;
  throw new SetupError(place, 'a name has 1 to 100 characters, none of them NUL');
}

/**
 * Notes a value that may stand in the file once. It may be a secret, so no sentence shows it.
 * @throws {SetupError} if it stands there already
 */
export function noteOnce(seen: Map<string, string>, value: string, place: string): void {
  const earlier = seen.get(value);
  if (earlier !== undefined) throw new SetupError(place, `the same stands in ${earlier}`);
  seen.set(value, place);
}
