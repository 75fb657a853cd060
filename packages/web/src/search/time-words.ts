import { parseLocalInstant } from '@hookwell/match/times';
import { ageUnits } from '../ui/format.ts';
import { formatMoment } from '../ui/moment.ts';
import type { TimeWord } from './read-filter.ts';

const units: typeof ageUnits = { ...ageUnits, w: 'week' };

/** A word about the time of arrival, for people: `Last 15 minutes`, `Since 22 Nov 2026, 00:00 CET`. */
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

function momentWords(value: string): string {
  const time = parseLocalInstant(value);
  return time === undefined ? value : formatMoment(time);
}
