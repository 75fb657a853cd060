import { afterAll, expect, test } from 'vitest';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { NotAnswered } from '../../src/threads/messages.ts';
import { TaskEnded, type TaskOptions, WorkerPool } from '../../src/workers/pool.ts';
import type { BusyTasks } from './busy-tasks.ts';

const address = new URL('./busy-tasks.ts', import.meta.url);
/** What a thread's end writes to the log is expected here. */
const log = { error: () => {} };
const pools: WorkerPool<BusyTasks>[] = [];
afterAll(async () => {
  for (const pool of pools) await pool.close();
});

function newPool(): WorkerPool<BusyTasks> {
  const pool = new WorkerPool<BusyTasks>(log, address);
  pools.push(pool);
  return pool;
}

const pool = newPool();
const patient = { timeoutMs: 30_000, waitMs: 60_000 };
const of = (tenant: number, more: Partial<TaskOptions> = {}): TaskOptions => ({
  tenant,
  ...patient,
  ...more,
});
const work = (busyMs: number, options: TaskOptions, id = 0) =>
  pool.run('work', () => ({ ask: { busyMs, id } }), options);

/** A task that goes on until it is released. It needs no time of the processor. */
function hold(options: TaskOptions): { done: Promise<true>; release: () => void } {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const release = (): void => {
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
  };
  return { done: pool.run('wait', () => ({ ask: released }), options), release };
}

test('tasks of many tenants are all answered, each with its own answer', async () => {
  const ids = Array.from({ length: 150 }, (_, id) => id);
  expect(await Promise.all(ids.map((id) => work(0, of(id % 10), id)))).toEqual(ids);
});

test('a task past its time ends its thread, and all others are answered', async () => {
  const endless = work(1e9, of(1, { timeoutMs: 50 }));
  const others = [2, 3, 4, 5].map((tenant) => work(1, of(tenant), tenant));
  await expect(endless).rejects.toThrow(TaskEnded);
  expect(await Promise.all(others)).toEqual([2, 3, 4, 5]);
  expect(await work(1, of(1), 6)).toBe(6);
});

test('one that fills the memory does the same, and one that throws harms nobody', async () => {
  const ask = () => ({ ask: undefined });
  await expect(pool.run('fill', ask, of(1))).rejects.toThrow(TaskEnded);
  await expect(pool.run('fail', ask, of(1))).rejects.toThrow(NotAnswered);
  await expect(pool.run('fail', ask, of(1))).rejects.toThrow('It fails');
  expect(await work(0, of(1), 7)).toBe(7);
});

test('a tenant has one task of a kind running, and 20 that wait, or 100 evaluations; others go on', async () => {
  const held = [hold(of(1)), hold(of(1, { kind: 'evaluation' }))];
  const waiting = Array.from({ length: 20 }, () => work(0, of(1)));
  await expect(work(0, of(1))).rejects.toThrow(Overloaded);
  const evaluations = Array.from({ length: 100 }, () => work(0, of(1, { kind: 'evaluation' })));
  await expect(work(0, of(1, { kind: 'evaluation' }))).rejects.toThrow(Overloaded);
  expect(await work(0, of(2), 8)).toBe(8);
  for (const { release } of held) release();
  await Promise.all([...held.map(({ done }) => done), ...waiting, ...evaluations]);
});

test('a node has 200 tasks that wait', async () => {
  const held = [1, 2].map((tenant) => hold(of(tenant)));
  const waiting = Array.from({ length: 200 }, (_, at) => work(0, of(10 + (at % 20))));
  await expect(work(0, of(3))).rejects.toThrow(Overloaded);
  for (const { release } of held) release();
  await Promise.all([...held.map(({ done }) => done), ...waiting]);
});

test('one thread is kept for evaluations', async () => {
  const held = [1, 2].map((tenant) => hold(of(tenant)));
  const other = work(0, of(3), 9);
  expect(await work(0, of(3, { kind: 'evaluation' }), 10)).toBe(10);
  for (const { release } of held) release();
  expect(await other).toBe(9);
  await Promise.all(held.map(({ done }) => done));
});

test('explanations run one at a time, so that they keep nothing else waiting', async () => {
  const held = hold(of(1, { kind: 'explanation' }));
  const other = work(0, of(2, { kind: 'explanation' }), 11);
  expect(await work(0, of(1), 12)).toBe(12);
  held.release();
  expect(await other).toBe(11);
  await held.done;
});

test('a task that waits for too long, or that nobody wants any more, does not begin', async () => {
  const held = hold(of(1));
  const controller = new AbortController();
  const late = work(0, of(1, { waitMs: 20 }));
  const unwanted = work(0, of(1, { signal: controller.signal }));
  controller.abort();
  await expect(unwanted).rejects.toThrow(Overloaded);
  await expect(late).rejects.toThrow(Overloaded);
  await expect(work(0, of(1, { signal: controller.signal }))).rejects.toThrow(Overloaded);
  held.release();
  await held.done;
});

test('a pool that is closed answers nothing', async () => {
  const closed = newPool();
  const tasks = [1, 1, 2].map((tenant) =>
    closed.run('work', () => ({ ask: { busyMs: 1e9 } }), of(tenant)),
  );
  const settled = Promise.allSettled(tasks);
  await closed.close();
  expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  await expect(closed.run('work', () => ({ ask: { busyMs: 0 } }), of(1))).rejects.toThrow(
    NotAnswered,
  );
});
