import type { XHeaderChoice } from '../api/settings-names.ts';
import { nearestName } from '../match/text/nearest-name.ts';

interface ReadingOptions {
  isStored?: boolean;
  findsAll?: boolean;
  /** `keep` where it is not known: only the service itself refuses what it would never find. */
  unsaidXHeaders?: XHeaderChoice | undefined;
}

/** A document of settings under way. */
export class Reading {
  /** Those of the parts that were read, if all of them are looked for. */
  readonly faults: SettingsError[] = [];
  /** It was taken earlier: headers that cannot be set since then are left out. */
  readonly isStored: boolean;
  /** What the service does with X- headers where settings say nothing. */
  readonly unsaidXHeaders: XHeaderChoice;
  readonly #findsAll: boolean;

  constructor({
    isStored = false,
    findsAll = false,
    unsaidXHeaders = 'keep',
  }: ReadingOptions = {}) {
    this.isStored = isStored;
    this.unsaidXHeaders = unsaidXHeaders;
    this.#findsAll = findsAll;
  }

  /**
   * Reads a part. If all faults are looked for, one in it is noted, and the others are still read.
   * @throws {SettingsError} if only the first fault is looked for, and it is in this part
   */
  part<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(this.#findsAll && error instanceof SettingsError)) throw error;
      this.faults.push(error);
      return undefined;
    }
  }

  /** Reads a member of an object as a part, if it is there. */
  member<Value>(
    object: Readonly<Record<string, unknown>>,
    name: string,
    place: string,
    read: (value: unknown, place: string) => Value,
  ): Value | undefined {
    const value = object[name];
    if (value === undefined) return undefined;
    return this.part(() => read(value, place === '' ? name : `${place}.${name}`));
  }
}

/** A place at which settings make no sense. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** `replies[2].plan[0]`; `settings` for the whole document. */
  readonly place: string;
  /** For the writer of the settings, without the place. */
  readonly sentence: string;
  /** The part of the text at that place, if it is not all of it. */
  readonly part: { start: number; end: number } | undefined;

  constructor(place: string, sentence: string, part?: { start: number; end: number }) {
    super(`${place}: ${sentence}`);
    this.place = place;
    this.sentence = sentence;
    this.part = part;
  }
}

/** The value at the place is not even of the kind that belongs there, so that no field for it could show it. */
export class ShapeError extends SettingsError {}

/** A message shows the beginning of a long text, and no character that would break a line. */
export function shown(text: string): string {
  const clipped = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(clipped);
}

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

/** A text of more characters is compared with nothing. */
const mostCharacters = 40;

/**
 * ` (did you mean github?)`, for the name that was most likely meant, whatever its case; empty if none is near. The text
 * itself is not shown: it may be a secret.
 */
export function nearestTo(text: string, names: readonly string[]): string {
  if (text.length > mostCharacters) return '';
  const asked = plain(text);
  const nearest = nearestName(asked, names, Math.min(2, Math.floor(asked.length / 3)), plain);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
