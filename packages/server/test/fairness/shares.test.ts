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
  test('one party may take all that is free', () => {
    const { shares, gone, take } = start();
    for (let count = 0; count < 10; count++) expect(take(1, 10)).toBeDefined();
    expect([shares.held, shares.of(1), gone]).toEqual([100, 100, []]);
  });

  test('who holds most gives way, its oldest share first, until there is room', () => {
    const { shares, gone, take } = start();
    for (const name of ['a', 'b', 'c', 'd']) take(1, 20, name);
    take(2, 20, 'other');
    expect(take(3, 30, 'third')).toBeDefined();
    expect(gone).toEqual(['a', 'b']);
    expect([shares.of(1), shares.of(2), shares.of(3)]).toEqual([40, 20, 30]);
  });

  test('a party that would hold most itself replaces its own', () => {
    const { shares, gone, take } = start();
    for (const name of ['a', 'b', 'c']) take(1, 25, name);
    take(2, 25, 'other');
    expect(take(1, 25, 'd')).toBeDefined();
    expect([gone, shares.of(1), shares.of(2)]).toEqual([['a'], 75, 25]);
  });

  test('nobody gives way for a newcomer that finds no room all the same', () => {
    const { gone, take } = start();
    for (const name of ['a', 'b', 'c']) take(1, 20, name);
    take(2, 20, 'other');
    take(3, 20, 'third');
    expect(take(4, 55)).toBeUndefined();
    expect(gone).toEqual([]);
    // The oldest is still the first to go.
    expect(take(2, 20)).toBeDefined();
    expect(gone).toEqual(['a']);
  });

  test('very many give way to one', () => {
    const shares = new Shares(200_000, 'newest');
    let gone = 0;
    for (let count = 0; count < 200_000; count++) shares.take(1, 1, () => gone++);
    expect(shares.take(2, 50_000, () => {})).toBeDefined();
    expect(gone).toBe(50_000);
  });

  test('where the oldest are done next, the newest of who holds most give way, a newcomer among them', () => {
    const shares = new Shares(100, 'newest');
    const gone: string[] = [];
    const take = (party: number, name: string) => shares.take(party, 25, () => gone.push(name));
    for (const name of ['a', 'b', 'c', 'd']) take(1, name);
    expect(take(1, 'e')).toBeUndefined();
    expect(take(2, 'other')).toBeDefined();
    expect(gone).toEqual(['d']);
    // As many as the first has left would be no fewer than it holds.
    expect(take(2, 'another')).toBeDefined();
    expect(take(2, 'third')).toBeUndefined();
    expect(gone).toEqual(['d', 'c']);
  });

  test('where the room shrinks, one gives way for each newcomer', () => {
    let isShort = false;
    const shares = new Shares((held) => (isShort ? held : Number.POSITIVE_INFINITY), 'newest');
    const gone: string[] = [];
    const take = (party: number, name: string) => shares.take(party, 1, () => gone.push(name));
    for (const name of ['a', 'b', 'c']) take(1, name);
    isShort = true;
    expect(take(1, 'd')).toBeUndefined();
    expect(take(2, 'other')).toBeDefined();
    expect([gone, shares.held]).toEqual([['c'], 3]);
    expect(take(2, 'another')).toBeUndefined();
  });

  test('a newcomer that asks for more than anybody holds is refused, and nobody gives way', () => {
    const { gone, take } = start();
    for (const party of [1, 2, 3, 4]) take(party, 25, String(party));
    expect(take(5, 26)).toBeUndefined();
    expect(take(6, 101)).toBeUndefined();
    expect(gone).toEqual([]);
  });

  test('what was given back, or gave way, is not given back twice', () => {
    const { shares, take } = start();
    const first = take(1, 60);
    take(2, 60);
    first?.release();
    first?.release();
    expect([shares.held, shares.of(1), shares.of(2)]).toEqual([60, 0, 60]);
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
