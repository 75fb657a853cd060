import { type PlanName, planNames } from '@hookwell/contract';
import { describe, expect, test } from 'vitest';
import {
  bestSubscription,
  type KnownSubscription,
  knownSubscription,
} from '../../src/billing/best-subscription.ts';
import { planOf } from '../../src/billing/plans.ts';
import type { GivenPlan, SubscriptionEvent } from '../../src/billing/subscription.ts';

type Status = 'active' | 'past_due' | 'canceled';

/** A subscription that was bought at that time and, if a status is given, had this status from the next moment on. */
function subscription(
  id: string,
  at: number,
  status?: Status,
  plan: PlanName = 'plus',
): KnownSubscription {
  const events: SubscriptionEvent[] = [
    {
      kind: 'checkout',
      id: `${id}_bought`,
      at,
      isPaid: true,
      plan,
      money: undefined,
      clientReference: 7,
      emailKey: undefined,
    },
  ];
  if (status !== undefined) {
    events.push({
      kind: 'updated',
      id: `${id}_changed`,
      at: at + 1,
      status,
      plan: undefined,
      period: undefined,
    });
  }
  return knownSubscription(id, events);
}

const given = (at: number, plan: GivenPlan['plan'] = 'enterprise'): GivenPlan => ({
  kind: 'given',
  id: `op_${at}`,
  at,
  plan,
});

describe('the best subscription', () => {
  test.each([
    ['active before past due', 'past_due', 'active', 'older'],
    ['active before canceled', 'canceled', 'active', 'older'],
    ['past due before canceled', 'canceled', 'past_due', 'older'],
    ['the newest of two that are active', 'active', 'active', 'newer'],
    ['the newest of two that are canceled', 'canceled', 'canceled', 'newer'],
  ] as const)('is %s', (_rule, newer, older, expected) => {
    const subscriptions = [subscription('newer', 200, newer), subscription('older', 100, older)];
    expect(bestSubscription(subscriptions, [])?.id).toBe(expected);
    expect(bestSubscription(subscriptions.toReversed(), [])?.id).toBe(expected);
  });

  test('of two bought in the same second is always the same one', () => {
    const twins = [subscription('a', 100), subscription('b', 100)];
    expect(bestSubscription(twins, [])?.id).toBe(bestSubscription(twins.toReversed(), [])?.id);
  });

  test('is none if none counts', () => {
    expect(bestSubscription([], [given(100)])).toBeUndefined();
    expect(bestSubscription([knownSubscription('empty', [])], [given(100)])).toBeUndefined();
  });
});

describe('a plan that the operator gave', () => {
  test('decides at once for any subscriptions', () => {
    const subscriptions = [
      subscription('active', 100),
      subscription('late', 200, 'past_due'),
      subscription('over', 300, 'canceled'),
    ];
    expect(bestSubscription(subscriptions, [given(400)])).toMatchObject({
      id: 'over',
      plan: 'enterprise',
      status: 'active',
    });
  });

  test('does not bring back a subscription that was over when it was given to a newer one', () => {
    const subscriptions = [
      subscription('over', 100, 'canceled'),
      { ...subscription('newer', 200, 'active') },
    ];
    const end: SubscriptionEvent = { kind: 'deleted', id: 'end', at: 500 };
    const ended = subscriptions.map((one) =>
      one.id === 'newer' ? { ...one, events: [...one.events, end] } : one,
    );
    expect(bestSubscription(ended, [given(400)])).toMatchObject({
      id: 'newer',
      status: 'canceled',
    });
  });

  test('is not lowered by a later purchase of anyone', () => {
    const subscriptions = [subscription('first', 100), subscription('second', 500)];
    expect(bestSubscription(subscriptions, [given(400)])).toMatchObject({
      id: 'first',
      plan: 'enterprise',
    });
  });

  test('can be lower than the plans of all live subscriptions', () => {
    const subscriptions = [
      subscription('enterprise', 100, 'active', 'enterprise'),
      subscription('late', 150, 'past_due', 'enterprise'),
      subscription('newest', 200),
    ];
    expect(bestSubscription(subscriptions, [given(400, 'free')])).toMatchObject({
      plan: 'free',
      status: 'active',
    });
  });
});

describe('a purchase in another account’s name', () => {
  const better = (one: PlanName, other: PlanName) =>
    planNames.indexOf(one) >= planNames.indexOf(other);

  test.each([
    ['a plan that the operator gave', [given(100)]],
    ['the plan of the sign-up', []],
  ])('alone does not lower %s, and neither does its end', (_what, givenPlans) => {
    for (const status of ['active', 'past_due', 'canceled'] as const) {
      const best = bestSubscription(
        [subscription('strangers', 500, status)],
        givenPlans,
        'enterprise',
      );
      expect(best && planOf(best)).toBe('enterprise');
    }
  });

  test('never lowers anything that there was before', () => {
    const statuses: Status[] = ['active', 'past_due', 'canceled'];
    let cases = 0;
    for (const ownPlan of planNames)
      for (const status of statuses)
        for (const plan of ['plus', 'enterprise'] as const)
          for (const givenPlan of [undefined, ...planNames])
            for (const givenAt of [50, 300])
              for (const strangers of statuses)
                for (const bought of ['plus', 'enterprise'] as const) {
                  const own = subscription('own', 100, status, plan);
                  const other = subscription('strangers', 500, strangers, bought);
                  const givenPlans = givenPlan === undefined ? [] : [given(givenAt, givenPlan)];
                  const before = bestSubscription([own], givenPlans, ownPlan);
                  const after = bestSubscription([own, other], givenPlans, ownPlan);
                  if (before === undefined || after === undefined) throw new Error('both count');
                  expect(better(planOf(after), planOf(before))).toBe(true);
                  expect(bestSubscription([other, own], givenPlans, ownPlan)).toEqual(after);
                  cases += 1;
                }
    expect(cases).toBe(864);
  });
});

test('the plan that an account has by itself is left when its subscriptions are over', () => {
  const over = [subscription('over', 100, 'canceled')];
  expect(bestSubscription(over, [], 'plus')).toMatchObject({
    id: 'over',
    plan: 'plus',
    status: 'active',
  });
  expect(bestSubscription(over, [], 'free')).toMatchObject({ status: 'canceled' });
});
