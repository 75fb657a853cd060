import { expect, test } from 'vitest';
import { LongWork, longWorkMs, restFactor } from '../../src/fairness/long-work.ts';

/** Keeps the event loop busy. */
function spin(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

test('long work is followed by a rest in proportion, for which its own caller does not wait', async () => {
  const work = new LongWork();
  const busyMs = 20 * longWorkMs;
  await work.run(1, (count) => count(() => spin(busyMs)));
  const done = performance.now();
  await work.run(2, () => undefined);
  expect(performance.now() - done).toBeGreaterThanOrEqual(restFactor * busyMs - 1);
});

test('long work that fails is followed by a rest as well', async () => {
  const work = new LongWork();
  const busyMs = 20 * longWorkMs;
  const failing = work.run(1, (count) =>
    count(() => {
      spin(busyMs);
      throw new Error('broken');
    }),
  );
  await expect(failing).rejects.toThrow('broken');
  const failed = performance.now();
  await work.run(2, () => undefined);
  expect(performance.now() - failed).toBeGreaterThanOrEqual(restFactor * busyMs - 1);
});

test('short work, and work that only waits, is followed by none', async () => {
  const work = new LongWork();
  const began = performance.now();
  await work.run(1, () => new Promise((resolve) => setTimeout(resolve, 200)));
  for (let count = 0; count < 20; count++) await work.run(1, (count) => count(() => undefined));
  expect(performance.now() - began).toBeLessThan(restFactor * 200);
});

test('one is done at a time, that of the party first that caused the least', async () => {
  const work = new LongWork();
  const done: number[] = [];
  const run = (party: number, busyMs: number) =>
    work.run(party, (count) => count(() => spin(busyMs))).then(() => done.push(party));
  await run(1, 15);
  await run(2, 1);
  await Promise.all([run(1, 15), run(1, 15), run(1, 15), run(2, 1), run(2, 1)]);
  expect(done).toEqual([1, 2, 2, 2, 1, 1, 1]);
});

test('work that fails, or is given up before it began, is followed by that of others', async () => {
  const work = new LongWork();
  const givenUp = new AbortController();
  const outcomes = Promise.allSettled([
    work.run(1, (count) => count(() => JSON.parse('{'))),
    work.run(1, () => 'never', givenUp.signal),
  ]);
  givenUp.abort();
  expect(await outcomes).toMatchObject([
    { reason: { name: 'SyntaxError' } },
    { reason: { name: 'Overloaded' } },
  ]);
  expect(await work.run(1, () => 'next')).toBe('next');
});
