import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReadSlots } from '../../src/live/read-slots.ts';

/** Reads that end when the test says so; `started` has the names of those that began, in that order. */
class Reads {
  readonly started: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #slots: ReadSlots;

  constructor(slots: ReadSlots) {
    this.#slots = slots;
  }

  ask(accountId: number, name: string): Promise<void> {
    return this.#slots.run(accountId, () => {
      this.started.push(name);
      return new Promise((end) => this.#ends.push(end));
    });
  }

  async endFirst(): Promise<void> {
    this.#ends.shift()?.();
    await nextTurn();
  }
}

test('accounts take turns, and none has more than its share', async () => {
  const reads = new Reads(new ReadSlots({ total: 3, perAccount: 2 }));
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => reads.ask(1, name));
  all.push(reads.ask(2, 'b1'), reads.ask(2, 'b2'), reads.ask(3, 'c1'));
  await nextTurn();
  expect(reads.started).toEqual(['a1', 'a2', 'b1']);
  for (let ended = 0; ended < all.length; ended++) await reads.endFirst();
  await Promise.all(all);
  expect(reads.started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
});

test('a read that fails gives its slot back', async () => {
  const slots = new ReadSlots({ total: 1, perAccount: 1 });
  await expect(slots.run(1, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await slots.run(1, () => Promise.resolve('read'))).toBe('read');
});
