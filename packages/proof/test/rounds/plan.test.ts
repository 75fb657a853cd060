import { expect, test } from 'vitest';
import { faults } from '../../src/faults/table.ts';
import { type RoundPlan, roundPlans } from '../../src/rounds/plan.ts';
import { roundsOfTheirOwn } from '../../src/rounds/round-of-its-own.ts';
import type { Store } from '../../src/world/world.ts';

function plansOf(store: Store): Generator<RoundPlan> {
  return roundPlans({ store, seed: 1, faults, roundsOfTheirOwn });
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
