import { expect, test } from 'vitest';
import { FairScheduler } from '../../src/rendering/fair-scheduler.ts';

/** A thread whose time passes with its work alone; `done` lists the finished work in order. */
class Thread {
  readonly done: string[] = [];
  readonly scheduler = new FairScheduler(() => this.#time);
  #time = 0;

  async work(accountId: number, name: string, steps: number, cost: number): Promise<void> {
    await this.scheduler.run(accountId, this.#steps(steps, cost));
    this.done.push(name);
  }

  *#steps(count: number, cost: number): Generator<void, void> {
    for (let step = 0; step < count; step++) {
      this.#time += cost;
      yield;
    }
  }
}

test('short work never waits for more than a turn, however often it is asked for', async () => {
  const thread = new Thread();
  const long = ['a', 'b', 'c'].map((name, account) => thread.work(account, name, 5, 10));
  const asked = (async () => {
    for (let count = 0; count < 30; count++) await thread.work(9, 'short', 1, 0.1);
    thread.done.push('all short ones');
  })();
  await Promise.all([...long, asked]);
  // Its work takes 3 ms: with equal turns, each other account would have thirty turns meanwhile.
  expect(thread.done.slice(0, 31)).toEqual([...Array(30).fill('short'), 'all short ones']);
});

test('an account saves up no turns by asking for nothing', async () => {
  const thread = new Thread();
  const going = thread.work(1, 'going', 120, 10);
  await thread.work(3, 'before', 100, 10);
  const late = thread.work(2, 'late', 30, 10);
  await Promise.all([going, late]);
  // From here on they take turns: the one with less work left ends first.
  expect(thread.done).toEqual(['before', 'going', 'late']);
});

test('work that waits for other threads has its turns alone', async () => {
  const { scheduler } = new Thread();
  let running = 0;
  let most = 0;
  const work = (account: number) =>
    scheduler.runWaiting(account, async (turn) => {
      for (let step = 0; step < 5; step++) {
        await turn();
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }
      return account;
    });
  expect(await Promise.all([1, 2, 1].map(work))).toEqual([1, 2, 1]);
  expect(most).toBe(1);
  const failing = scheduler.runWaiting(1, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await work(3)).toBe(3);
});
