import { describe, expect, it } from 'vitest';
import { Budget, type BudgetLimits, type Cutting, type Hold } from '../../src/fairness/budget.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';
import { eventually } from '../eventually.ts';

const limits = {
  total: 100,
  reserve: 0,
  perParty: 40,
  mostWaiting: 5,
  cutting: { timeForMs: () => 60_000, cutsOwn: false, lookEveryMs: 10 },
};

/** A budget whose holds are recorded in the order in which they were given. */
function startBudget(rest: Partial<BudgetLimits> = {}, cutting: Partial<Cutting> = {}) {
  const all = { ...limits, ...rest, cutting: { ...limits.cutting, ...cutting } };
  const budget = new Budget(all);
  const given: { account: number; hold: Hold }[] = [];
  const cut: number[] = [];
  const acquire = (account: number, amount: number, client = new AbortController()) => {
    const held = budget.acquire(account, amount, {
      gone: client.signal,
      cut: () => cut.push(account),
    });
    held.then(
      (hold) => given.push({ account, hold }),
      () => {},
    );
    return held;
  };
  const accounts = () => given.map(({ account }) => account);
  return { budget, given, cut, acquire, accounts };
}

/** Lets every promise that can settle do so. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the budget of readers', () => {
  it('gives an account one amount past its share, however large, and the next when it gave back', async () => {
    const { budget, acquire } = startBudget();
    const first = await acquire(1, 1000);
    const second = acquire(1, 10);
    await settle();
    expect(budget.held).toBe(1000);
    first.release();
    await second;
    expect(budget.held).toBe(10);
  });

  it('gives nothing while the total is held, and never passes it by more than one amount', async () => {
    const { budget, given, acquire, accounts } = startBudget();
    for (let account = 1; account <= 6; account++) void acquire(account, 30);
    await settle();
    expect(accounts()).toEqual([1, 2, 3, 4]);
    expect(budget.held).toBe(120);
    given[0]?.hold.release();
    await settle();
    expect(accounts()).toEqual([1, 2, 3, 4, 5]);
    expect(budget.held).toBe(120);
  });

  it('passes by an account that has its share', async () => {
    const { acquire, accounts } = startBudget();
    for (let count = 0; count < 3; count++) void acquire(1, 40);
    void acquire(2, 40);
    await settle();
    expect(accounts()).toEqual([1, 2]);
  });

  it('lets a guess be corrected, which lets others in', async () => {
    const { budget, given, acquire, accounts } = startBudget();
    for (let account = 1; account <= 3; account++) void acquire(account, 80);
    await settle();
    expect(accounts()).toEqual([1, 2]);
    given[0]?.hold.resize(5);
    await settle();
    expect(accounts()).toEqual([1, 2, 3]);
    expect(budget.held).toBe(165);
  });

  it('refuses if too many readers of the account wait, and refuses no other account', async () => {
    const { acquire, accounts } = startBudget();
    for (let count = 0; count < 6; count++) void acquire(1, 40);
    await expect(acquire(1, 40)).rejects.toThrow(Overloaded);
    await acquire(2, 40);
    expect(accounts()).toEqual([1, 2]);
  });

  it('forgets readers that have gone', async () => {
    const { budget, given, acquire, accounts } = startBudget();
    const client = new AbortController();
    void acquire(1, 40);
    const waiting = acquire(1, 40, client);
    void acquire(1, 7);
    client.abort();
    await expect(waiting).rejects.toThrow();
    await expect(acquire(2, 1, client)).rejects.toThrow();
    given[0]?.hold.release();
    await settle();
    expect(accounts()).toEqual([1, 1]);
    expect(budget.held).toBe(7);
  });

  it('takes back an amount once', async () => {
    const { budget, acquire } = startBudget();
    const [hold] = [await acquire(1, 30), await acquire(2, 30)];
    hold.release();
    hold.release();
    hold.resize(50);
    expect(budget.held).toBe(30);
  });

  it('cuts off slow readers only while others wait for want of the total', async () => {
    const { given, cut, acquire } = startBudget({}, { timeForMs: (amount) => amount });
    await acquire(1, 10);
    await acquire(2, 90);
    // This one waits for its own account alone.
    void acquire(2, 1);
    expect(cut).toEqual([]);
    const waiting = acquire(3, 1);
    await eventually(() => cut.includes(1) && cut.includes(2));
    given[0]?.hold.release();
    await waiting;
  });

  it('has a reserve for accounts that hold nothing', async () => {
    const { budget, acquire, accounts } = startBudget({ reserve: 50 });
    for (let account = 1; account <= 6; account++) {
      void acquire(account, 30);
      void acquire(account, 5);
    }
    await settle();
    // A reader that holds something gets more while there is room in the total; the last place is past the reserve.
    expect(accounts()).toEqual([1, 1, 2, 2, 3, 4, 5]);
    expect(budget.held).toBe(160);
  });
});

describe('reads in a budget of turns', () => {
  it('gives parties their turns, none more than its share', async () => {
    let nowMs = 0;
    const turns = new Budget({ total: 3, perParty: 2 }, undefined, () => nowMs);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (party: number, name: string) =>
      turns.run(party, () => {
        started.push(name);
        return new Promise<void>((end) => ends.push(end));
      });
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(1, name));
    all.push(ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1'));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (let ended = 0; ended < all.length; ended++) {
      nowMs += 100;
      ends.shift()?.();
      await settle();
    }
    await Promise.all(all);
    expect(new Set(started.slice(3, 5))).toEqual(new Set(['c1', 'b2']));
  });

  it('gives the turn of a read that fails back', async () => {
    const turns = new Budget({ total: 1, perParty: 1 });
    await expect(turns.run(1, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await turns.run(1, () => Promise.resolve('read'))).toBe('read');
  });
});
