import { describe, expect, test } from 'vitest';
import { bestSubscription, type KnownSubscription } from '../../src/billing/best-subscription.ts';
import type { GivenPlan, SubscriptionEvent } from '../../src/billing/subscription.ts';

type Status = 'active' | 'past_due' | 'canceled';

/** Bought at that time and, where a status is given, of that status from the next moment on. */
function subscription(id: string, at: number, status?: Status): KnownSubscription {
  const events: SubscriptionEvent[] = [
    {
      kind: 'checkout',
      id: `${id}_bought`,
      at,
      isPaid: true,
      plan: 'plus',
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
  return { id, events };
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

  test('is none where none counts', () => {
    expect(bestSubscription([], [given(100)])).toBeUndefined();
    expect(bestSubscription([{ id: 'empty', events: [] }], [given(100)])).toBeUndefined();
  });
});

describe('a plan that the operator gave', () => {
  test('decides at once, whatever the subscriptions are', () => {
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

  test('does not bring back what was over when it was given to a newer one', () => {
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

  test('gives way to a later purchase', () => {
    const subscriptions = [subscription('first', 100), subscription('second', 500)];
    expect(bestSubscription(subscriptions, [given(400)])).toMatchObject({
      id: 'second',
      plan: 'plus',
    });
  });
});
