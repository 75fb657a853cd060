import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { restMsAfter, WriteScheduler, writesInShare } from '../../src/live/write-scheduler.ts';

test('a turn of the event loop has so many writes, in the order of asking', async () => {
  const scheduler = new WriteScheduler();
  const granted: number[] = [];
  const asked = Array.from({ length: 10 }, async (_, delivery) => {
    await scheduler.turn(1, writesInShare);
    granted.push(delivery);
  });
  const grantedByTurn: number[] = [];
  while (granted.length < asked.length) {
    await nextTurn();
    grantedByTurn.push(granted.length);
  }
  expect(granted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(grantedByTurn.filter((count) => count > 0)).toEqual([4, 8, 10]);
});

test('whoever made the fewest writes goes first', async () => {
  const scheduler = new WriteScheduler();
  const granted: number[] = [];
  const ask = async (party: number, writes: number) => {
    await scheduler.turn(party, writes);
    granted.push(party);
  };
  await Promise.all([ask(1, writesInShare), ask(2, 1)]);
  await Promise.all([...Array.from({ length: 20 }, () => ask(1, writesInShare)), ask(2, 1)]);
  expect(granted.slice(0, 3)).toEqual([1, 2, 2]);
});

test('a delivery to many streams is followed by a rest, which is never long', () => {
  expect(restMsAfter(1)).toBeCloseTo(0.1);
  expect(restMsAfter(100)).toBeCloseTo(10);
  expect(restMsAfter(10_000)).toBe(40);
});
