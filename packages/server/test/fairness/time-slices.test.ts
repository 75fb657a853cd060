import { expect, test } from 'vitest';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { TimeSlices } from '../../src/fairness/time-slices.ts';

/** A thread whose time passes with its work alone; `done` lists the finished work in order. */
class Thread {
  readonly done: string[] = [];
  readonly scheduler = new TimeSlices(() => this.#time);
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

test('many new parties gain nothing over one that was there before', async () => {
  const thread = new Thread();
  await thread.work(1, 'once', 1, 1);
  const crowd = Array.from({ length: 12 }, (_, index) =>
    thread.work(100 + index, 'crowd', 100, 10),
  );
  await thread.work(1, 'mine', 1, 1);
  expect(thread.done).toEqual(['once', 'mine']);
  await Promise.all(crowd);
});

test('work that nobody wants any more does not begin', async () => {
  const { scheduler } = new Thread();
  const begun: string[] = [];
  const gone = new AbortController();
  const work = (name: string, signal?: AbortSignal) =>
    scheduler.runWaiting(1, async () => void begun.push(name), { signal });
  const [first, second] = [work('first'), work('second', gone.signal)];
  gone.abort();
  await expect(second).rejects.toThrow(Overloaded);
  await expect(work('third', gone.signal)).rejects.toThrow(Overloaded);
  await first;
  await work('fourth');
  expect(begun).toEqual(['first', 'fourth']);
});

test('a party has only so much work that waits, and others are not refused', async () => {
  const { scheduler } = new Thread();
  const work = (party: number) =>
    scheduler.runWaiting(party, async () => party, { mostWaiting: 2 });
  const waiting = [work(1), work(1), work(2)];
  await expect(work(1)).rejects.toThrow(Overloaded);
  expect(await Promise.all(waiting)).toEqual([1, 1, 2]);
});
