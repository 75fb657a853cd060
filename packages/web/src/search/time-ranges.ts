import { localZone } from '@hookwell/match/local-zone';
import type { TimeWord } from './read-filter.ts';
import type { ChosenTimes } from './times-field.tsx';

/** Ranges that reach from so long ago until now. */
export const recentRanges = [
  { label: 'Last 15 minutes', word: 'received>15m' },
  { label: 'Last hour', word: 'received>1h' },
  { label: 'Last day', word: 'received>1d' },
  { label: 'Last 7 days', word: 'received>7d' },
] as const;

/** The words for a range of time, given as in `ChosenTimes`. */
export function wordsOfTimes({ since, until }: ChosenTimes): string[] {
  const words = [];
  if (since !== '') words.push(`received>=${withZone(since)}`);
  if (until !== '') words.push(`received<${withZone(until)}`);
  return words;
}

/** A time in the time zone of the browser, with that zone. */
function withZone(local: string): string {
  return local + localZone(new Date(local));
}

/** The filter with these words about the time of arrival instead of those that it has. */
export function withTimes(
  text: string,
  times: readonly TimeWord[],
  words: readonly string[],
): string {
  const rest = times.reduceRight((left, time) => withoutWord(left, time), text);
  return [rest, ...words].filter((part) => part !== '').join(' ');
}

/** The filter without one of its words. */
export function withoutWord(text: string, { start, end }: { start: number; end: number }): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}
