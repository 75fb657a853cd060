import { parseDuration } from '@hookwell/match';
import { Refusal } from '../refusal.ts';

const form = /^(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d)$/;
const [fromMs, toMs] = [1000, 30 * 24 * 3_600_000];

/**
 * Reads the parameter `within` of freshness, in milliseconds.
 * @throws {Refusal} `invalidInput` if it is no time from 1s to 30d
 */
export function readWithin(text: string): number {
  const milliseconds = parseDuration(text, form);
  if (milliseconds === undefined || milliseconds < fromMs || milliseconds > toMs) {
    const sentence = 'within must be a time from 1s to 30d, such as 30m, 1h or 7d';
    throw new Refusal('invalidInput', { sentence });
  }
  return milliseconds;
}
