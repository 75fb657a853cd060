import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BodyClaim,
  type BodyShare,
  budgetLimits,
  InFlightBudget,
  mostSmallBodyBytes,
} from '../../src/receive/in-flight-budget.ts';

const mebibyte = 1024 * 1024;
const limits = budgetLimits(25 * mebibyte);
/** Much more than a fair sender may need for a second. */
const plenty = 10 * mebibyte;

let now: number;
let budget: InFlightBudget;
beforeEach(() => {
  now = 5000;
  budget = new InFlightBudget(limits, () => now);
});

const share = (): BodyShare => ({ heldBytes: 0 });

/** A body that is under way; `gaveWay` once it had to give way. */
function upload(bytes: number, endpoint = share(), account = share()) {
  const claim = budget.claim(endpoint, account);
  const state = { claim, gaveWay: false, taken: false };
  claim.giveWay = () => {
    state.gaveWay = true;
    claim.release();
  };
  claim.progress(bytes);
  state.taken = claim.take(bytes);
  return state;
}

/** Fills the whole budget with bodies of several accounts, none of which has reached a bound of its own. */
function fill(bytes = 20 * mebibyte): { claim: BodyClaim; gaveWay: boolean }[] {
  const uploads = [];
  while (budget.used + bytes <= limits.largeBytes) uploads.push(upload(bytes));
  return uploads;
}

describe('shares', () => {
  test('256 MiB in all, an endpoint a quarter, its account a half, 16 MiB kept for small ones', () => {
    const all = 256 * mebibyte;
    expect(limits).toEqual({
      allBytes: all,
      largeBytes: all - 16 * mebibyte,
      endpointBytes: all / 4,
      accountBytes: all / 2,
      waitingBytes: all / 4 - 8 * mebibyte,
    });
  });

  test('one body always fits, however large the operator lets it be', () => {
    const generous = new InFlightBudget(budgetLimits(256 * 1024 * 1024));
    expect(generous.claim(share(), share()).take(256 * 1024 * 1024)).toBe(true);
  });

  test('of an endpoint and of an account end, and others have theirs', () => {
    const [account, first, second, third] = [share(), share(), share(), share()];
    expect(budget.claim(first, account).take(64 * mebibyte)).toBe(true);
    expect(budget.claim(first, account).take(1)).toBe(false);
    expect(budget.claim(second, account).take(64 * mebibyte)).toBe(true);
    expect(budget.claim(third, account).take(1)).toBe(false);
    expect(budget.claim(share(), share()).take(64 * mebibyte)).toBe(true);
  });

  test('small bodies of parties that hold much leave room for those of others', () => {
    const heavy = [share(), share(), share()];
    for (let count = 0; budget.used < limits.largeBytes; count++) {
      const account = heavy[count % 3] ?? share();
      expect(budget.claim(share(), account).take(mostSmallBodyBytes)).toBe(true);
    }
    for (const account of heavy) expect(budget.claim(share(), account).take(1)).toBe(false);
    expect(budget.claim(share(), share()).take(mostSmallBodyBytes)).toBe(true);
  });

  test('large bodies leave room for small ones', () => {
    for (let left = limits.largeBytes; left > 0; left -= 48 * mebibyte) {
      expect(budget.claim(share(), share()).take(48 * mebibyte)).toBe(true);
    }
    const growing = budget.claim(share(), share());
    expect(growing.take(mostSmallBodyBytes)).toBe(true);
    expect(growing.take(1)).toBe(false);
    for (let count = 1; count < 256; count++) {
      expect(budget.claim(share(), share()).take(mostSmallBodyBytes)).toBe(true);
    }
    expect(budget.used).toBe(limits.allBytes);
    expect(budget.claim(share(), share()).take(1)).toBe(false);
  });
});

describe('without room', () => {
  test('the slowest large body gives way, and no more of them than needed', () => {
    const uploads = fill();
    now += 2000;
    for (const [index, { claim }] of uploads.entries()) if (index !== 4) claim.progress(plenty);
    now += 100;
    expect(budget.claim(share(), share()).take(10 * mebibyte)).toBe(true);
    expect(uploads.flatMap(({ gaveWay }, index) => (gaveWay ? [index] : []))).toEqual([4]);
  });

  test('bodies that keep up or are whole do not give way: then the newcomer is refused', () => {
    const uploads = fill();
    now += 2000;
    for (const [index, { claim }] of uploads.entries()) {
      if (index % 2 === 0) claim.progress(plenty);
      else claim.whole();
    }
    now += 900;
    const heavy = budget.claim(share(), { heldBytes: 15 * mebibyte });
    expect(heavy.take(10 * mebibyte)).toBe(false);
    expect(uploads.some(({ gaveWay }) => gaveWay)).toBe(false);
  });
});
