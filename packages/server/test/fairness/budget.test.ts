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

  it('refuses if too many readers of the account wait, and refuses no other account', async () => {
    const { acquire, accounts } = startBudget();
    for (let count = 0; count < 6; count++) void acquire(1, 40);
    await expect(acquire(1, 40)).rejects.toThrow(Overloaded);
    await acquire(2, 40);
    expect(accounts()).toEqual([1, 2]);
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
});

describe('reads in a budget of turns', () => {
  it('gives the turn of a read that fails back', async () => {
    const turns = new Budget({ total: 1, perParty: 1 });
    await expect(turns.run(1, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await turns.run(1, () => Promise.resolve('read'))).toBe('read');
  });
});
