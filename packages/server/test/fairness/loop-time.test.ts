import { expect, test } from 'vitest';
import { LoopTime, workInTurnMs } from '../../src/fairness/loop-time.ts';

/** Pieces of work that take a millisecond each, by a clock of the test. */
function startLoop() {
  let nowMs = 0;
  const loop = new LoopTime(() => nowMs);
  const done: number[] = [];
  let turnMs = 0;
  let longestTurnMs = 0;
  const work = (party: number, tookMs = 1) =>
    loop.run(party, () => {
      if (turnMs === 0) {
        setImmediate(() => {
          turnMs = 0;
        });
      }
      nowMs += tookMs;
      turnMs += tookMs;
      longestTurnMs = Math.max(longestTurnMs, turnMs);
      done.push(party);
      return party;
    });
  return { loop, done, work, longestTurnMs: () => longestTurnMs };
}

test('work is done at once while there is time in this turn of the loop', async () => {
  const { done, work } = startLoop();
  const all = Array.from({ length: 10 }, () => work(1));
  expect(done).toHaveLength(workInTurnMs);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 10 }, () => 1));
});

test('all parties together take no more of a turn than one', async () => {
  const { work, longestTurnMs } = startLoop();
  await Promise.all(Array.from({ length: 100 }, (_, index) => work(index % 50)));
  expect(longestTurnMs()).toBe(workInTurnMs);
});

test('a party waits for what it has used itself, not for the work of others', async () => {
  const { done, work } = startLoop();
  const greedy = Array.from({ length: 500 }, () => work(1));
  await greedy[99];
  await work(2);
  expect(done.indexOf(2)).toBeLessThan(100 + 30);
  await Promise.all(greedy);
});

test('work that fails fails for itself alone', async () => {
  const { loop, work } = startLoop();
  const failing = loop.run(1, () => {
    throw new Error('odd');
  });
  await expect(failing).rejects.toThrow('odd');
  expect(await work(1)).toBe(1);
});

test('work that is given up while it waits is not done, and leaves its turn to others', async () => {
  const { loop, done, work } = startLoop();
  const leaving = new AbortController();
  const { signal } = leaving;
  const before = [work(1), work(1)];
  const givenUp = loop.run(1, () => done.push(7), signal);
  const after = work(1);
  leaving.abort(new Error('gone'));
  await expect(givenUp).rejects.toThrow('gone');
  await expect(loop.run(1, () => done.push(7), signal)).rejects.toThrow('gone');
  await Promise.all([...before, after]);
  expect(done).toEqual([1, 1, 1]);
});
