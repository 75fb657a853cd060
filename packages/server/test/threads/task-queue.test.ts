import { expect, test } from 'vitest';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { TaskQueue } from '../../src/threads/task-queue.ts';

const [one, another] = [1, 2];
const longMs = 60_000;
const served = async () => 'served';
const unused = async () => 0;

test('tasks run one at a time, in the order in which they came, and one that throws leaves its place', async () => {
  const queue = new TaskQueue(10, unused);
  const done: number[] = [];
  const task = (id: number) => async () => {
    await Promise.resolve();
    done.push(id);
  };
  const fail = () => {
    throw new Error('no thread can be made');
  };
  const first = queue.run(one, task(1), longMs);
  const failing = queue.run(another, fail, longMs);
  const last = queue.run(one, task(3), longMs);
  await expect(failing).rejects.toThrow('no thread can be made');
  await Promise.all([first, last]);
  expect(done).toEqual([1, 3]);
});

test('a party may have half of the places', async () => {
  const queue = new TaskQueue(4, unused);
  const held = Promise.withResolvers<void>();
  const running = queue.run(one, () => held.promise, longMs);
  const waiting = [1, 2].map(() => queue.run(one, served, longMs));
  expect(queue.run(one, served, longMs)).toBeUndefined();
  const others = queue.run(another, served, longMs);
  held.resolve();
  expect(await others).toBe('served');
  await Promise.all([running, ...waiting]);
});

test('a party that has used up its time is refused, with what waits, and others go on', async () => {
  let usedMs = 0;
  const queue = new TaskQueue(10, async () => usedMs, { burst: 0, perSecond: 1e-6 });
  const use = async () => {
    usedMs += 5;
  };
  const used = queue.run(one, use, longMs);
  const waiting = queue.run(one, served, longMs);
  const others = queue.run(another, served, longMs);
  await expect(waiting).rejects.toThrow(Overloaded);
  await used;
  expect(await others).toBe('served');
  expect(queue.run(one, served, longMs)).toBeUndefined();
});
