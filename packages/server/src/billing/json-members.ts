/*
 * Reads JSON that the provider made. A missing value, or one of another kind than expected, is undefined: a
 * field that the provider changes must not make the rest of an event useless.
 */

/** The latest time that a date can have: the last second of the year 9999. */
const latestSeconds = 253_402_300_799;

/** The value at the end of a path of names. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A text that any database can store: not empty, and without a NUL character. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const text = member(value, ...path);
  return typeof text === 'string' && text !== '' && !text.includes('\0') ? text : undefined;
}

/** The elements of a list; none if there is no list. */
export function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const list = member(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** Unix time in whole seconds. */
export function secondsAt(value: unknown, ...path: string[]): number | undefined {
  const seconds = member(value, ...path);
  const isTime =
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= 0 &&
    seconds <= latestSeconds;
  return isTime ? seconds : undefined;
}

/** The id of an object that is given as its id or as a whole. */
export function identifier(value: unknown): string | undefined {
  return typeof value === 'string' ? textAt({ value }, 'value') : textAt(value, 'id');
}
