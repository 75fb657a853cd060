import { describe, expect, it } from 'vitest';
import { Budget, type BudgetLimits, type Hold } from '../../src/fairness/budget.ts';
import { Overloaded } from '../../src/fairness/overloaded.ts';

const limits: BudgetLimits = { total: 100, perParty: 40, mostWaiting: 5 };

/** A budget whose holds are recorded in the order in which they were given. */
function startBudget() {
  const budget = new Budget(limits);
  const given: { account: number; hold: Hold }[] = [];
  const acquire = (account: number, amount: number, client = new AbortController()) => {
    const held = budget.acquire(account, amount, { gone: client.signal });
    held.then(
      (hold) => given.push({ account, hold }),
      () => {},
    );
    return held;
  };
  const accounts = () => given.map(({ account }) => account);
  return { budget, given, acquire, accounts };
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
});

describe('reads in a budget of turns', () => {
  it('gives the turn of a read that fails back', async () => {
    const turns = new Budget({ total: 1, perParty: 1 });
    await expect(turns.run(1, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await turns.run(1, () => Promise.resolve('read'))).toBe('read');
  });
});
