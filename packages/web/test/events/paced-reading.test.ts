import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedReading } from '../../src/events/paced-reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('hints during a reading lead to one more, which waits for three times its length; none follows the end', async () => {
  const beganAt: number[] = [];
  const paced = new PacedReading(() => {
    beganAt.push(performance.now());
    return new Promise((resolve) => setTimeout(resolve, 500));
  });
  paced.hint();
  for (let hint = 0; hint < 5; hint++) paced.hint();
  await vi.advanceTimersByTimeAsync(60_000);
  const [first = 0] = beganAt;
  expect(beganAt.map((at) => at - first)).toEqual([0, 2000]);
  paced.hint();
  paced.hint();
  paced.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(beganAt).toHaveLength(3);
});

test('short readings rest for a second', async () => {
  let readings = 0;
  const paced = new PacedReading(async () => {
    readings += 1;
  });
  for (let second = 0; second < 10; second++) {
    for (let hint = 0; hint < 100; hint++) paced.hint();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(readings).toBe(11);
});
