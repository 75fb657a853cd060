import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongWork, longWorkMs, restFactor } from '../../src/fairness/long-work.ts';

// Time passes only where a test says so: a busy machine makes no work long.
beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Keeps the event loop busy. */
function spin(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
}

/** Lets a millisecond pass in each round of the event loop until all is done, and tells how many did. */
async function msUntil(done: Promise<unknown>): Promise<number> {
  const began = performance.now();
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(1);
  }
  await end;
  return performance.now() - began;
}

test('long work is followed by a rest in proportion, for which its own caller does not wait', async () => {
  const work = new LongWork();
  const busyMs = 20 * longWorkMs;
  expect(await msUntil(work.run(1, (count) => count(() => spin(busyMs))))).toBeLessThan(2 * busyMs);
  const restMs = await msUntil(work.run(2, () => undefined));
  expect(restMs).toBeGreaterThanOrEqual(restFactor * busyMs - 1);
  expect(restMs).toBeLessThan((restFactor + 1) * busyMs);
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
  expect(await msUntil(work.run(2, () => undefined))).toBeGreaterThanOrEqual(
    restFactor * busyMs - 1,
  );
});

test('short work, and work that only waits, is followed by none', async () => {
  const work = new LongWork();
  const waiting = work.run(1, () => new Promise((resolve) => setTimeout(resolve, 200)));
  let tookMs = await msUntil(waiting);
  for (let index = 0; index < 20; index++)
    tookMs += await msUntil(work.run(1, (count) => count(() => undefined)));
  expect(tookMs).toBeLessThan(restFactor * 200);
});

test('one is done at a time, that of the party first that caused the least', async () => {
  const work = new LongWork();
  const done: number[] = [];
  const run = (party: number, busyMs: number) =>
    work.run(party, (count) => count(() => spin(busyMs))).then(() => done.push(party));
  await msUntil(run(1, 15));
  await msUntil(run(2, 1));
  await msUntil(Promise.all([run(1, 15), run(1, 15), run(1, 15), run(2, 1), run(2, 1)]));
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
