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
  if (!isObject) throw new SettingsError(place, sentence);
  // Each name is looked up among the object's own: the prototype of others is no part of the settings.
  return Object.assign(Object.create(null), value);
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
