/** A point in time: fixed, in milliseconds since 1970, or so many milliseconds before now. */
export type TimeBound = { at: number } | { ageMs: number };

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const age = /^(\d{1,9})([smhdw])$/i;

/** Reads an ISO 8601 date or time, or an age such as `15m`; `undefined` for any other text. */
export function parseTimeBound(text: string): TimeBound | undefined {
  const at = parseInstant(text);
  if (at !== undefined) return { at };
  const ageMs = parseDuration(text, age);
  return ageMs === undefined ? undefined : { ageMs };
}

/**
 * The milliseconds since 1970 of an ISO 8601 date (its midnight) or time; `undefined` for any other text. Digits behind the
 * milliseconds are left out.
 */
export function parseInstant(text: string): number | undefined {
  return instantOf(text, (utc) => utc);
}

/** The same for a text of whoever sits at this machine: without a zone it has that of the machine. */
export function parseLocalInstant(text: string): number | undefined {
  return instantOf(text, inLocalZone);
}

/** @param withoutZone gives the moment of a date and time without a zone, from the moment that it would be in UTC */
function instantOf(text: string, withoutZone: (utc: number) => number): number | undefined {
  const found = dateTime.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  const midnight = utcMidnight(Number(year), Number(month), Number(day));
  const offsetMinutes = zoneMinutes(zone);
  if (midnight === undefined || offsetMinutes === undefined) return undefined;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const instant = midnight + ((h * 60 + m - offsetMinutes) * 60 + s) * 1000 + ms;
  return zone === undefined ? withoutZone(instant) : instant;
}

/** A time that the clocks skipped is as much later, one that they showed twice is the first. */
function inLocalZone(utc: number): number {
  const date = new Date(utc);
  const local = new Date(0);
  local.setFullYear(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  local.setHours(date.getUTCHours(), date.getUTCMinutes());
  local.setSeconds(date.getUTCSeconds(), date.getUTCMilliseconds());
  return local.getTime();
}

function utcMidnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function zoneMinutes(zone = 'Z'): number | undefined {
  if (/z/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

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

/** The zone of this machine at a moment, as ISO 8601 has it: `Z`, `+02:00`. */
export function localZone(at: Date): string {
  const offset = -at.getTimezoneOffset();
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset);
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return `${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
