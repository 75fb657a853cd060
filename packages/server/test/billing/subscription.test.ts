import { describe, expect, test } from 'vitest';
import { readProviderEvent } from '../../src/billing/provider-event.ts';
import { type SubscriptionEvent, stateAfter } from '../../src/billing/subscription.ts';
import { daySeconds, january, lifeOf } from './payment-provider.ts';

const pricePlans = new Map([
  ['price_plus', 'plus'],
  ['price_enterprise', 'enterprise'],
] as const);

const life = lifeOf('sub_1', 7).map((event) => {
  const news = readProviderEvent(event, (event.created ?? 0) * 1000, pricePlans);
  if (news === undefined) throw new Error(`${event.type} says nothing`);
  return news.event;
});

const start = january * 1000;
const days = (count: number): number => start + count * daySeconds * 1000;

describe('a life', () => {
  test.each([
    [1, { status: 'active', plan: 'plus', money: { price: '9.00', currency: 'EUR' } }],
    [2, { status: 'active', plan: 'plus', period: { start, end: days(30) } }],
    [3, { status: 'active', plan: 'enterprise', money: { price: '9.00', currency: 'EUR' } }],
    [4, { status: 'active', plan: 'enterprise', money: { price: '49.00', currency: 'EUR' } }],
    [5, { status: 'past_due', plan: 'enterprise', period: { start: days(60), end: days(90) } }],
    [6, { status: 'active', plan: 'enterprise', period: { start: days(63), end: days(93) } }],
    [7, { status: 'canceled', period: { start: days(63), end: days(93) } }],
  ])('is after %i events what they say', (count, expected) => {
    expect(stateAfter(life.slice(0, count))).toMatchObject({
      ...expected,
      counts: true,
      purchasedAt: start,
      clientReference: 7,
    });
  });
});

const bought: SubscriptionEvent = {
  kind: 'checkout',
  id: 'evt_b',
  at: 1000,
  isPaid: true,
  plan: undefined,
  money: undefined,
  clientReference: 7,
  emailKey: undefined,
};
const paid: SubscriptionEvent = {
  kind: 'invoice',
  id: 'evt_p',
  at: 2000,
  plan: undefined,
  money: undefined,
  period: undefined,
};
const change = (more: Partial<Extract<SubscriptionEvent, { kind: 'updated' }>>) =>
  ({
    kind: 'updated',
    id: 'evt_c',
    at: 1500,
    status: undefined,
    plan: undefined,
    period: undefined,
    ...more,
  }) satisfies SubscriptionEvent;

describe('a subscription counts', () => {
  test('once it is paid', () => {
    const unpaid = { ...bought, isPaid: false };
    expect(stateAfter([unpaid])).toMatchObject({ counts: false, clientReference: 7 });
    expect(stateAfter([unpaid, change({ status: 'past_due' })]).counts).toBe(false);
    expect(stateAfter([unpaid, change({ status: 'canceled' })]).counts).toBe(false);
    expect(stateAfter([unpaid, paid])).toMatchObject({ counts: true, status: 'active' });
    expect(stateAfter([unpaid, change({ status: 'active' })]).counts).toBe(true);
  });

  test('and goes on counting as history', () => {
    const end: SubscriptionEvent = { kind: 'deleted', id: 'evt_d', at: 3000 };
    expect(stateAfter([bought, end])).toMatchObject({ counts: true, status: 'canceled' });
  });
});

describe('the plan', () => {
  test('is plus if a checkout asks for nothing and no price is known', () => {
    expect(stateAfter([bought, paid]).plan).toBe('plus');
  });

  test('is the one that the checkout asks for until a price is known, in either order', () => {
    const asking = { ...bought, plan: 'enterprise' } as const;
    expect(stateAfter([asking, paid]).plan).toBe('enterprise');
    const known = { ...paid, plan: 'plus' } as const;
    expect(stateAfter([asking, known]).plan).toBe('plus');
    // The provider may mark the first invoice as paid a moment before the checkout is completed.
    expect(stateAfter([asking, { ...known, at: 500 }]).plan).toBe('plus');
  });

  test('is not changed by a price that is not listed', () => {
    const known = change({ plan: 'enterprise' });
    expect(stateAfter([bought, known, paid]).plan).toBe('enterprise');
  });

  test('that the operator gave holds until a later event says otherwise', () => {
    const given: SubscriptionEvent = {
      kind: 'given',
      id: 'op',
      at: 1800,
      plan: 'enterprise',
      revives: true,
    };
    const before = change({ plan: 'plus', status: 'past_due' });
    expect(stateAfter([given, bought, before])).toMatchObject({
      plan: 'enterprise',
      status: 'active',
    });
    expect(stateAfter([given, bought, before, paid]).plan).toBe('enterprise');
    expect(stateAfter([given, bought, before, { ...paid, plan: 'plus' }]).plan).toBe('plus');
  });
});
