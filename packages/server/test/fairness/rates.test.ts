import { expect, test } from 'vitest';
import { Rates } from '../../src/fairness/rates.ts';

function startRate() {
  const clock = { now: 0 };
  const rate = new Rates({ burst: 1000, perSecond: 100 }, () => clock.now);
  return { clock, rate };
}

test('an account reads a burst at once, and rests for the excess', () => {
  const { rate } = startRate();
  rate.count(1, 1000);
  expect(rate.waitMs(1)).toBe(0);
  rate.count(1, 50);
  expect(rate.waitMs(1)).toBe(500);
});

test('others do not rest for it', () => {
  const { rate } = startRate();
  rate.count(1, 5000);
  expect(rate.waitMs(2)).toBe(0);
});

test('time gives back the bytes that were read, up to a burst', () => {
  const { clock, rate } = startRate();
  rate.count(1, 1200);
  clock.now = 1500;
  expect(rate.waitMs(1)).toBe(500);
  clock.now = 1_000_000;
  rate.count(1, 1000);
  expect(rate.waitMs(1)).toBe(0);
  rate.count(1, 100);
  expect(rate.waitMs(1)).toBe(1000);
});

test('an account that has rested goes on; a forgotten one was as good as new', () => {
  const { clock, rate } = startRate();
  rate.count(1, 2000);
  for (let account = 2; account < 5000; account++) rate.count(account, 1);
  expect(rate.waitMs(1)).toBe(10_000);
  clock.now = 100_000;
  for (let account = 2; account < 5000; account++) rate.count(account, 1001);
  expect(rate.waitMs(1)).toBe(0);
  expect(rate.waitMs(2)).toBe(10);
});
