import { describe, expect, test } from 'vitest';
import { readProviderEvent } from '../../src/billing/provider-event.ts';
import { moneyOf } from '../../src/billing/subscription.ts';
import {
  checkout,
  daySeconds,
  deleted,
  eventOf,
  invoice,
  january,
  updated,
} from './payment-provider.ts';

const pricePlans = new Map([
  ['price_plus', 'plus'],
  ['price_enterprise', 'enterprise'],
] as const);

const read = (event: ReturnType<typeof eventOf>) => readProviderEvent(event, 1000, pricePlans);

describe('both shapes of the provider say the same', () => {
  test('about a paid invoice', () => {
    const shapes = [true, false].map((oldShape) => invoice('sub_1', january, { oldShape }));
    for (const event of shapes) {
      expect(read(event)).toEqual({
        subscriptionId: 'sub_1',
        event: {
          kind: 'invoice',
          id: event.id,
          at: 1000,
          plan: 'plus',
          money: { price: '9.00', currency: 'EUR' },
          period: { start: january * 1000, end: (january + 30 * daySeconds) * 1000 },
        },
      });
    }
  });

  test('about a subscription', () => {
    const shapes = [true, false].map((oldShape) =>
      updated('sub_1', january, 'trialing', { oldShape, price: 'price_enterprise' }),
    );
    for (const event of shapes) {
      expect(read(event)).toEqual({
        subscriptionId: 'sub_1',
        event: {
          kind: 'updated',
          id: event.id,
          at: 1000,
          status: 'active',
          plan: 'enterprise',
          period: { start: january * 1000, end: (january + 30 * daySeconds) * 1000 },
        },
      });
    }
  });
});

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['incomplete', 'past_due'],
  ['paused', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete_expired', 'canceled'],
  ['something_new', undefined],
  ['constructor', undefined],
])('the status %s is %s', (status, expected) => {
  expect(read(updated('sub_1', january, status))?.event).toMatchObject({
    status: expected as unknown,
  });
});

test('a subscription of several items has the plan of the one that is known', () => {
  const items = ['price_seats', 'price_enterprise'].map((id) => ({ price: { id } }));
  const event = eventOf('customer.subscription.updated', january, {
    id: 'sub_1',
    items: { data: items },
  });
  expect(read(event)?.event).toMatchObject({ plan: 'enterprise' });
});

describe('of an invoice of several lines', () => {
  const line = (price: string, amount: number, start: number, end: number) => ({
    amount,
    period: { start, end },
    pricing: { price_details: { price } },
  });
  const invoiceOf = (...lines: object[]) =>
    eventOf('invoice.payment_succeeded', january, {
      subscription: 'sub_1',
      lines: { data: lines },
    });

  test('the one that ends last counts, wherever it stands', () => {
    const lines = [line('price_plus', 100, 5, 10), line('price_enterprise', 50, 10, 20)];
    for (const order of [lines, lines.toReversed()]) {
      expect(read(invoiceOf(...order))?.event).toMatchObject({
        plan: 'enterprise',
        period: { start: 10_000, end: 20_000 },
      });
    }
  });

  test('the new price counts if the rest of the old one is given back', () => {
    const lines = [line('price_plus', -700, 5, 20), line('price_enterprise', 3100, 5, 20)];
    for (const order of [lines, lines.toReversed()]) {
      expect(read(invoiceOf(...order))?.event).toMatchObject({ plan: 'enterprise' });
    }
  });
});

describe('a checkout', () => {
  test('names an account by its id or an email', () => {
    const event = (more: object) => read(checkout('sub_1', january, more))?.event;
    expect(event({ client_reference_id: '42' })).toMatchObject({ clientReference: 42 });
    expect(event({ customer_email: 'Ada@Example.com' })).toMatchObject({
      emailKey: 'ada@example.com',
    });
    const both = { customer_email: 'old@example.com', customer_details: { email: 'a@b.example' } };
    expect(event(both)).toMatchObject({ emailKey: 'a@b.example' });
    for (const client_reference_id of [
      '',
      '0',
      '-1',
      '1e3',
      'somebody',
      '9'.repeat(30),
      null,
      {},
    ]) {
      expect(event({ client_reference_id })).toMatchObject({ clientReference: undefined });
    }
  });

  test.each([
    ['paid', true],
    ['no_payment_required', true],
    ['unpaid', false],
    [undefined, false],
  ])('with payment status %s', (payment_status, isPaid) => {
    expect(read(checkout('sub_1', january, { payment_status }))?.event).toMatchObject({ isPaid });
  });

  test.each([
    ['enterprise', 'enterprise'],
    ['free', undefined],
    ['gold', undefined],
    [undefined, undefined],
  ])('that asks for the plan %s', (plan, expected) => {
    expect(read(checkout('sub_1', january, { metadata: { plan } }))?.event).toMatchObject({
      plan: expected as unknown,
    });
  });
});

describe('nothing is said of a subscription', () => {
  test.each([
    ['by other types', eventOf('customer.created', january, { id: 'cus_1' })],
    ['by a checkout without one', checkout('', january, { subscription: null })],
    ['by an invoice without one', eventOf('invoice.payment_succeeded', january, { id: 'in_1' })],
  ])('%s', (_case, event) => {
    expect(read(event)).toBeUndefined();
  });
});

test('a subscription that is given as a whole object counts as well', () => {
  const event = checkout('', january, { subscription: { id: 'sub_1', status: 'active' } });
  expect(read(event)?.subscriptionId).toBe('sub_1');
});

test.each([{}, { id: 7 }, { id: '' }, { id: 'sub\0' }])(
  'a subscription needs an id: %o',
  (object) => {
    for (const { type } of [updated('', 0, ''), deleted('', 0)]) {
      expect(() => read(eventOf(type, january, object))).toThrow('data.object.id is required');
    }
  },
);

test('values of other kinds than expected are as good as none', () => {
  const odd = eventOf('invoice.payment_succeeded', january, {
    subscription: 'sub_1',
    amount_paid: '900',
    currency: 7,
    lines: { data: [{ period: { start: -1, end: 1e300 }, price: 'price_plus' }, null, 'line'] },
  });
  expect(read(odd)?.event).toMatchObject({
    money: undefined,
    period: undefined,
    plan: undefined,
  } as object);
});

describe('money', () => {
  test.each([
    [900, 'eur', '9.00', 'EUR'],
    [5, 'usd', '0.05', 'USD'],
    [0, 'usd', '0.00', 'USD'],
    [-1250, 'usd', '-12.50', 'USD'],
    [900, 'jpy', '900', 'JPY'],
    [0, 'krw', '0', 'KRW'],
    [9120, 'kwd', '9.120', 'KWD'],
    [7, 'bhd', '0.007', 'BHD'],
    [Number.MAX_SAFE_INTEGER, 'usd', '90071992547409.91', 'USD'],
  ])('%d of %s is %s %s', (amount, currency, price, code) => {
    expect(moneyOf(amount, currency)).toEqual({ price, currency: code });
  });

  test.each([
    ['900', 'eur'],
    [9.5, 'eur'],
    [Number.NaN, 'eur'],
    [2 ** 60, 'eur'],
    [900, 'euro'],
    [900, undefined],
  ])('%o of %o is none', (amount, currency) => {
    expect(moneyOf(amount, currency)).toBeUndefined();
  });
});
