import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  durationText,
  kindOf,
  numberedAttempts,
  outcomeText,
  replyWords,
} from '../../src/deliveries/attempts.ts';
import { deliveryOf, type WrittenAttempt } from './delivery.ts';

test.each([
  ['500', '500'],
  ['timeout 10s', 'no reply (timeout 10s)'],
  ['reset', 'connection reset'],
  ['truncate 100', 'cut after 100 bytes'],
])('the reply %s in words: %s', (answer, words) => {
  expect(replyWords(answer)).toBe(words);
});

test('an attempt may wait for a listener', () => {
  const written: WrittenAttempt[] = [
    [0, '418', { answeredBy: 'listener' }],
    [10, '200'],
  ];
  const delivery = deliveryOf('one', written);
  const numbered = numberedAttempts(delivery, new Set([2]));
  expect(numbered.map(kindOf)).toEqual(['refused', 'waiting']);
  expect(outcomeText({ ...delivery, outcome: 'open' }, numbered)).toBe('Open after 2 attempts');
});

test.each([
  [60, false],
  [57.1, false],
  [56.9, true],
])('an attempt %f s after a Retry-After of 60 s is early: %s', (seconds, isEarly) => {
  const written: WrittenAttempt[] = [
    [0, '429', { retryAfter: 60 }],
    [seconds, '200'],
  ];
  expect(numberedAttempts(deliveryOf('one', written))[1]?.isEarly).toBe(isEarly);
});

test('clocks that differ make no negative gap', () => {
  const written: WrittenAttempt[] = [
    [0, '500'],
    [-2, '200'],
  ];
  expect(numberedAttempts(deliveryOf('one', written))[1]?.gap).toBe(0);
});

test('of 1,000 attempts no number is known, since earlier ones may not be listed', () => {
  const written = Array.from({ length: 1000 }, (_, n): WrittenAttempt => [n, '500']);
  const [first] = numberedAttempts(deliveryOf('many', written));
  expect(first?.number).toBeUndefined();
});

describe('the outcome in words', () => {
  test.each<[string, WrittenAttempt[]]>([
    ['Open after 1 attempt', [[0, '500']]],
    [
      'Open after 2 attempts',
      [
        [0, '500'],
        [1, 'reset'],
      ],
    ],
    ['Accepted at attempt 1', [[0, '200']]],
    [
      'Accepted at attempt 2, 2 more after it',
      [
        [0, '500'],
        [1, '202'],
        [2, '202'],
        [3, '202'],
      ],
    ],
  ])('%s', (text, written) => {
    const delivery = deliveryOf('one', written);
    expect(outcomeText(delivery, numberedAttempts(delivery))).toBe(text);
  });
});

test.each([
  [-5, '0 ms'],
  [0, '0 ms'],
  [250, '250 ms'],
  [999.4, '999 ms'],
  [1000, '1 s'],
  [1540, '1.5 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 m'],
  [90_000, '1 m 30 s'],
  [3_599_400, '59 m 59 s'],
  [3_599_600, '1 h'],
  [7_500_000, '2 h 5 m'],
  [86_399_000, '1 d'],
  [273_600_000, '3 d 4 h'],
])('%f milliseconds are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

/** Reads a duration back. */
function millisecondsIn(text: string): number {
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  return [...text.matchAll(/([\d.]+) (ms|s|m|h|d)/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? Number.NaN),
    0,
  );
}

test('the text of any span is near it, and no number reaches the next unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), (ms) => {
      const text = durationText(ms);
      expect(Math.abs(millisecondsIn(text) - ms)).toBeLessThanOrEqual(Math.max(1, ms * 0.03));
      expect(text).not.toMatch(/\b(1000 ms|60 s|60 m|24 h)\b/);
    }),
  );
});
