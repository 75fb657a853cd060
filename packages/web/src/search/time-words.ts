import type { TimeWord } from './read-filter.ts';

const units: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
};

/** A word about the time of arrival, for people: `Last 15 minutes`, `Since 22 Nov 2026, 00:00`. */
export function timeWords({ operator, value }: TimeWord): string {
  const isSince = operator.startsWith('>');
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/i.exec(value) ?? [];
  const name = units[unit.toLowerCase()];
  if (count !== undefined && name !== undefined) {
    const age = count === '1' ? name : `${count} ${name}s`;
    return isSince ? `Last ${age}` : `Older than ${count === '1' ? `1 ${name}` : age}`;
  }
  return `${isSince ? 'Since' : 'Before'} ${momentWords(value)}`;
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function momentWords(value: string): string {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : moment.format(time);
}
