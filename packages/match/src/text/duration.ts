/** The milliseconds of the units that times are written in. */
export const unitMs = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/**
 * The milliseconds of a time such as `500ms` or `1.5m`; `undefined` for any other text.
 * @param form has a group for the number and one for the unit, without which seconds are meant
 */
export function parseDuration(text: string, form: RegExp): number | undefined {
  const [, number, unit = 's'] = form.exec(text) ?? [];
  if (number === undefined) return undefined;
  // The form has no other units.
  return Math.round(Number(number) * unitMs[unit.toLowerCase() as keyof typeof unitMs]);
}
