import { expect, test } from 'vitest';
import { faults } from '../../src/faults/table.ts';
import { type RoundPlan, roundPlans } from '../../src/rounds/plan.ts';
import { roundsOfTheirOwn } from '../../src/rounds/round-of-its-own.ts';
import type { Need } from '../../src/world/needs.ts';
import type { Store } from '../../src/world/world.ts';

function plansOf(store: Store, missing: readonly Need[] = []): Generator<RoundPlan> {
  return roundPlans({ store, seed: 1, faults, roundsOfTheirOwn, missing: new Set(missing) });
}

const namesIn = (plan: RoundPlan) =>
  'ofItsOwn' in plan ? [plan.ofItsOwn.name] : plan.faults.map(({ name }) => name);

test.each(['sqlite', 'postgres'] as const)(
  'on %s every fault comes before one comes again',
  (store) => {
    const all = [...faults, ...roundsOfTheirOwn].filter(({ stores }) => stores.includes(store));
    const names: string[] = [];
    for (const plan of plansOf(store)) {
      names.push(...namesIn(plan));
      if (names.length >= all.length) break;
    }
    expect(names.sort()).toEqual(all.map(({ name }) => name).sort());
  },
);

test('a round of a seed is the same on a machine that lacks something, without what needs that', () => {
  const needing = faults.filter(({ needs }) => needs.includes('fuse')).map(({ name }) => name);
  const whole = new Map(
    plansOf('sqlite')
      .take(30)
      .map((plan) => [plan.number, plan]),
  );
  for (const plan of plansOf('sqlite', ['fuse']).take(20)) {
    const elsewhere = whole.get(plan.number);
    if (elsewhere === undefined) throw new Error(`no round ${plan.number} elsewhere`);
    expect(namesIn(plan)).toEqual(namesIn(elsewhere).filter((name) => !needing.includes(name)));
    expect(plan.random).toEqual(elsewhere.random);
  }
});

test('where nothing is possible there is no round', () => {
  const needing = faults.filter(({ needs }) => needs.includes('fuse'));
  const choice = { store: 'sqlite', seed: 1, roundsOfTheirOwn: [] } as const;
  const plans = roundPlans({ ...choice, faults: needing, missing: new Set<Need>(['fuse']) });
  expect([...plans]).toEqual([]);
});
