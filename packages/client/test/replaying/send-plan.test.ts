import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSends } from '../../src/index.ts';

const counts = fc.nat({ max: 60 });
const seeds = fc.nat({ max: 4_294_967_295 });
const drops = fc.double({ min: 0, max: 1, noNaN: true });
const duplicates = fc.integer({ min: 1, max: 5 });
const plans = fc.record({
  count: counts,
  faults: fc.record({ duplicate: duplicates, shuffle: fc.boolean(), drop: drops, seed: seeds }),
});

function rising(numbers: readonly number[]): number[] {
  return [...numbers].sort((one, other) => one - other);
}

describe('a plan of sending', () => {
  test('without faults is the list as it is', () => {
    expect(planSends(3)).toMatchObject({ order: [0, 1, 2], dropped: [] });
    expect(planSends(0, { duplicate: 2, shuffle: true, drop: 1 }).order).toEqual([]);
  });

  test('puts copies side by side unless it shuffles', () => {
    expect(planSends(3, { duplicate: 2 }).order).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('sends each request that is not left out as often as asked, and leaves out the share', () => {
    fc.assert(
      fc.property(plans, ({ count, faults }) => {
        const { order, dropped, seed } = planSends(count, faults);
        expect(seed).toBe(faults.seed);
        expect(dropped).toHaveLength(Math.round(count * faults.drop));
        expect(dropped).toEqual(rising([...new Set(dropped)]));
        const kept = Array.from({ length: count }, (_, place) => place).filter(
          (place) => !dropped.includes(place),
        );
        const expected = kept.flatMap((place) => Array(faults.duplicate).fill(place));
        expect(faults.shuffle ? rising(order) : order).toEqual(expected);
      }),
    );
  });

  test('is the same for the same seed', () => {
    fc.assert(
      fc.property(plans, ({ count, faults }) => {
        expect(planSends(count, faults)).toEqual(planSends(count, faults));
      }),
    );
  });

  test('is this one on every platform', () => {
    const faults = { duplicate: 2, shuffle: true, drop: 0.1, seed: 7 };
    expect(planSends(10, faults)).toEqual({
      order: [9, 2, 4, 1, 7, 3, 5, 0, 4, 0, 1, 6, 7, 2, 5, 3, 6, 9],
      dropped: [8],
      seed: 7,
    });
  });

  test('leaves out the same requests however they are sent', () => {
    fc.assert(
      fc.property(counts, drops, seeds, duplicates, (count, drop, seed, duplicate) => {
        const plain = planSends(count, { drop, seed });
        const other = planSends(count, { drop, seed, duplicate, shuffle: true });
        expect(other.dropped).toEqual(plain.dropped);
      }),
    );
  });

  test('favours no order and no request', () => {
    const orders = new Map<string, number>();
    const left = [0, 0, 0, 0];
    for (let seed = 0; seed < 2400; seed++) {
      const { order } = planSends(4, { shuffle: true, seed });
      orders.set(order.join(), (orders.get(order.join()) ?? 0) + 1);
      for (const place of planSends(4, { drop: 0.25, seed }).dropped) {
        left[place] = (left[place] ?? 0) + 1;
      }
    }
    expect(orders.size).toBe(24);
    for (const times of orders.values()) expect(times).toBeGreaterThan(60);
    for (const times of left) expect(times).toBeGreaterThan(500);
  });

  test('differs between two plans that name no seed', () => {
    const order = () => planSends(100, { shuffle: true }).order.join();
    expect(order()).not.toBe(order());
  });

  test.each([
    [{ duplicate: 0 }, 'duplicate must be a whole number from 1 to 100'],
    [{ duplicate: 1.5 }, 'duplicate must be'],
    [{ duplicate: 101 }, 'duplicate must be'],
    [{ drop: -0.1 }, 'drop must be a number from 0 to 1'],
    [{ drop: 1.1 }, 'drop must be'],
    [{ drop: Number.NaN }, 'drop must be'],
    [{ seed: -1 }, 'seed must be a whole number from 0 to 4294967295'],
    [{ seed: 2 ** 32 }, 'seed must be'],
  ])('refuses %j', (faults, sentence) => {
    expect(() => planSends(3, faults)).toThrow(sentence);
  });

  test('is bounded', () => {
    expect(() => planSends(200_000, { duplicate: 100 })).toThrow('At most 10000000 sendings');
  });
});
