import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText } from '../../src/deliveries/attempts.ts';

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
