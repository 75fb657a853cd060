import { SettingsError, shown } from './settings-error.ts';

/**
 * The members of an object.
 * @throws {SettingsError} with that sentence if the value is none
 */
export function members(
  value: unknown,
  place: string,
  sentence: string,
): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw new SettingsError(place, sentence + butFound(value));
  // Each name is looked up among the object's own: the prototype of others is no part of the settings.
  return Object.assign(Object.create(null), value);
}

/** The end of a sentence that tells what has to stand in a place: `, and a list stands here`. The value may be a secret. */
export function butFound(value: unknown): string {
  if (value === null || value === undefined) return ', and nothing stands here';
  if (Array.isArray(value)) return ', and a list stands here';
  if (typeof value === 'object') return ', and an object stands here';
  if (typeof value === 'boolean') return ', and true or false stands here';
  return `, and a ${typeof value === 'string' ? 'text' : 'number'} stands here`;
}

/** @throws {SettingsError} that names a member that is none of the known ones */
export function refuseOthers(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: string,
): void {
  const other = Object.keys(object).find((name) => !known.includes(name));
  if (other === undefined) return;
  const name = /^\w{1,60}$/.test(other) ? other : shown(other);
  throw new SettingsError(
    place === '' ? name : `${place}.${name}`,
    `this member is unknown; the members are ${known.join(', ')}`,
  );
}
