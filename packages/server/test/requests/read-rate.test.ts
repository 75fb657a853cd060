import { expect, test } from 'vitest';
import { ReadingPace } from '../../src/requests/read-rate.ts';

function startPace() {
  const clock = { now: 0 };
  const pace = new ReadingPace({ burst: 1_000, perSecond: 100 }, () => clock.now);
  return { clock, pace };
}

test('an account reads a burst at once, and rests for the excess', () => {
  const { pace } = startPace();
  pace.count(1, 1_000);
  expect(pace.restOf(1)).toBe(0);
  pace.count(1, 50);
  expect(pace.restOf(1)).toBe(500);
});

test('others do not rest for it', () => {
  const { pace } = startPace();
  pace.count(1, 5_000);
  expect(pace.restOf(2)).toBe(0);
});

test('time gives back the bytes that were read, up to a burst', () => {
  const { clock, pace } = startPace();
  pace.count(1, 1_200);
  clock.now = 1_500;
  expect(pace.restOf(1)).toBe(500);
  clock.now = 1_000_000;
  pace.count(1, 1_000);
  expect(pace.restOf(1)).toBe(0);
  pace.count(1, 100);
  expect(pace.restOf(1)).toBe(1_000);
});

test('an account that has rested goes on; a forgotten one was as good as new', () => {
  const { clock, pace } = startPace();
  pace.count(1, 2_000);
  for (let account = 2; account < 5_000; account++) pace.count(account, 1);
  expect(pace.restOf(1)).toBe(10_000);
  clock.now = 100_000;
  for (let account = 2; account < 5_000; account++) pace.count(account, 1_001);
  expect(pace.restOf(1)).toBe(0);
  expect(pace.restOf(2)).toBe(10);
});
