import { shown } from '@hookwell/replies';

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
