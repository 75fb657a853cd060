import type { TimeWord } from './read-filter.ts';

/** Ranges that reach from so long ago until now. */
export const recentRanges = [
  { label: 'Last 15 minutes', word: 'received>15m' },
  { label: 'Last hour', word: 'received>1h' },
  { label: 'Last day', word: 'received>1d' },
  { label: 'Last 7 days', word: 'received>7d' },
] as const;

/** The word for everything since the beginning of a day (`2026-11-22`) in the time zone of the browser. */
export function sinceDay(day: string): string {
  const offset = -new Date(`${day}T00:00`).getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = offset === 0 ? 'Z' : `${sign}${twoDigits(hours)}:${twoDigits(minutes)}`;
  return `received>=${day}T00:00${zone}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The filter with this range instead of those that say since when. */
export function withTimeRange(text: string, times: readonly TimeWord[], word: string): string {
  const starts = times.filter(({ operator }) => operator.startsWith('>'));
  const rest = starts.reduceRight((left, time) => withoutWord(left, time), text);
  return rest === '' ? word : `${rest} ${word}`;
}

/** The filter without one of its words. */
export function withoutWord(text: string, { start, end }: { start: number; end: number }): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}
