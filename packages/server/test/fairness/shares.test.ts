import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Shares } from '../../src/fairness/shares.ts';

/** Room for 100; `gone` lists the shares that gave way, in order. */
function start() {
  const shares = new Shares(100);
  const gone: string[] = [];
  const take = (party: number, amount: number, name = '') =>
    shares.take(party, amount, () => gone.push(name));
  return { shares, gone, take };
}

describe('shares of room', () => {
  test('who holds most gives way, its oldest share first, until there is room', () => {
    const { shares, gone, take } = start();
    for (const name of ['a', 'b', 'c', 'd']) take(1, 20, name);
    take(2, 20, 'other');
    expect(take(3, 30, 'third')).toBeDefined();
    expect(gone).toEqual(['a', 'b']);
    expect([shares.of(1), shares.of(2), shares.of(3)]).toEqual([40, 20, 30]);
  });

  test('never more is held than there is, and nobody gives way to a party that holds more', () => {
    const asked = fc.record({
      party: fc.integer({ min: 1, max: 4 }),
      amount: fc.integer({ min: 1, max: 60 }),
      isReleased: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60 }), (all) => {
        const shares = new Shares(100);
        const parties = [1, 2, 3, 4];
        for (const { party, amount, isReleased } of all) {
          const before = parties.map((one) => shares.of(one));
          const share = shares.take(party, amount, () => {});
          const after = parties.map((one) => shares.of(one));
          expect(shares.held).toBeLessThanOrEqual(100);
          for (const [index, one] of parties.entries()) {
            const hasGivenWay = one !== party && (after[index] ?? 0) < (before[index] ?? 0);
            if (hasGivenWay) expect(before[index]).toBeGreaterThanOrEqual(after[party - 1] ?? 0);
          }
          if (isReleased) share?.release();
        }
      }),
    );
  });
});
