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
  let leapMs = 0;
  const budget = new Budget(all, undefined, () => performance.now() + leapMs);
  const leap = (milliseconds: number) => {
    leapMs += milliseconds;
  };
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
  return { budget, given, cut, acquire, accounts, leap };
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

  it('serves one account after the other, not the one that asks most', async () => {
    const { given, acquire, accounts, leap } = startBudget({ total: 1 });
    for (let count = 0; count < 4; count++) void acquire(1, 1);
    for (let count = 0; count < 2; count++) void acquire(2, 1);
    void acquire(3, 1);
    for (let turn = 0; turn < 7; turn++) {
      await settle();
      // The time of the test itself is next to nothing of it.
      leap(10_000 + turn);
      given.at(-1)?.hold.release();
    }
    expect(accounts()).toEqual([1, 2, 3, 1, 2, 1, 1]);
  });

  it('serves whoever held the least time before many others that come for the first time', async () => {
    const { given, acquire, accounts, leap } = startBudget({ total: 1 });
    await acquire(7, 1);
    leap(5);
    given.at(-1)?.hold.release();
    for (let newcomer = 100; newcomer < 200; newcomer++) void acquire(newcomer, 1);
    void acquire(7, 1);
    await settle();
    leap(500);
    given.at(-1)?.hold.release();
    await settle();
    expect(accounts()).toEqual([7, 100, 7]);
  });

  it('lets a party that held something for long wait no longer than a while for others', async () => {
    const { given, acquire, accounts, leap } = startBudget({ total: 1 });
    await acquire(1, 1);
    void acquire(2, 1);
    leap(60_000);
    given.at(-1)?.hold.release();
    await settle();
    for (let turn = 0; turn < 12; turn++) {
      void acquire(2, 1);
      void acquire(1, 1);
      leap(100);
      given.at(-1)?.hold.release();
      await settle();
    }
    // Five times a tenth of a second is what it was behind.
    expect(accounts().slice(1, 6)).toEqual([2, 2, 2, 2, 2]);
    expect(
      accounts()
        .slice(6)
        .filter((account) => account === 1).length,
    ).toBeGreaterThan(2);
  });

  it('counts what a read says that it used, in place of the time for which it was held', async () => {
    const { acquire, accounts, leap } = startBudget({ total: 1, perParty: 1 });
    const waited = await acquire(1, 1);
    leap(400);
    waited.release(1);
    const used = await acquire(2, 1);
    leap(50);
    used.release();
    const last = await acquire(3, 1);
    void acquire(2, 1);
    void acquire(1, 1);
    last.release();
    await settle();
    expect(accounts()).toEqual([1, 2, 3, 1]);
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

  it('cuts off slow readers of an account that waits for its own share, if it is told to', async () => {
    const { cut, acquire } = startBudget({}, { timeForMs: () => 20, cutsOwn: true });
    const [own] = [await acquire(1, 40), await acquire(2, 40)];
    const waiting = acquire(1, 1);
    await eventually(() => cut.length > 0);
    expect(cut).not.toContain(2);
    own.release();
    await waiting;
  });

  it('does not take a reader for slow that goes on', async () => {
    const { cut, acquire } = startBudget({}, { timeForMs: () => 1000, lookEveryMs: 1 });
    const [going, stalled] = [await acquire(1, 40), await acquire(2, 60)];
    void stalled;
    void acquire(3, 1);
    await eventually(() => {
      going.touch();
      return cut.length > 0;
    });
    expect(new Set(cut)).toEqual(new Set([2]));
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
