import { describe, expect, test } from 'vitest';
import { formatAge, formatBytes, formatCount, plural } from '../../src/ui/format.ts';

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1434, '1.4 KB'],
    [10_188, '9.9 KB'],
    [10_240, '10 KB'],
    [1_048_063, '1023 KB'],
    // 1023.9 KB would be shown as 1024 KB.
    [1_048_474, '1.0 MB'],
    [26_214_400, '25 MB'],
    [10 * 1024 ** 3, '10 GB'],
    [5000 * 1024 ** 4, '5000 TB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});

describe('ages', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const after = (seconds: number) => formatAge(at, Date.parse(at) + seconds * 1000);

  test.each([
    [0, 'now'],
    [2.9, 'now'],
    [3, '3s'],
    [59.9, '59s'],
    [60, '1m'],
    [3599, '59m'],
    [3600, '1h'],
    [86_399, '23h'],
    [86_400, '1d'],
    [40 * 86_400, '40d'],
  ])('after %f seconds: %s', (seconds, words) => {
    expect(after(seconds)).toBe(words);
  });

  test('a moment ahead of our clock is now, not a negative age', () => {
    expect(after(-90)).toBe('now');
  });
});

test('counts have separators and their plural', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(plural(1, 'request')).toBe('1 request');
  expect(plural(0, 'request')).toBe('0 requests');
  expect(plural(1500, 'match', 'matches')).toBe('1,500 matches');
});
