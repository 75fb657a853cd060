import type { Principal } from '@hookwell/client';
import { maximumApiKeys } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import {
  mostKeys,
  planTitle,
  priceText,
  purchaseOf,
  statusSentence,
} from '../../src/plan/plans.ts';

const account: Principal = {
  id: 42,
  email: 'ada@example.org',
  isGuest: false,
  plan: 'plus',
  status: 'active',
};
const dateEnd = '2026-04-01T12:00:00.000Z';

test('an overdue payment and its consequence are said clearly', () => {
  const sentence = statusSentence({ ...account, status: 'past_due', dateEnd });
  expect(sentence).toMatch(/last payment did not go through/);
  expect(sentence).toMatch(/the plan becomes Free/);
});

test('each other state has its sentence', () => {
  expect(statusSentence({ ...account, dateEnd })).toMatch(/^Paid until .*2026/);
  expect(statusSentence(account)).toBeUndefined();
  const canceled = { ...account, plan: 'free', status: 'canceled' } as const;
  expect(statusSentence(canceled)).toBe('The subscription has ended, and the plan is Free.');
  expect(statusSentence({ ...canceled, dateEnd })).toMatch(/It was paid until .*2026/);
  expect(statusSentence({ ...account, plan: 'free', isGuest: true })).toMatch(/guest/);
});

test('prices are written as the reader writes them', () => {
  expect(priceText({})).toBeUndefined();
  expect(priceText({ price: '9.00' })).toBe('9.00');
  expect(priceText({ price: '9.00', currency: 'EUR' })).toMatch(/€\s?9|9[.,]00\s?€/);
  expect(priceText({ price: '900', currency: 'JPY' })).toMatch(/900/);
  expect(priceText({ price: '9.00', currency: 'points' })).toBe('9.00 points');
});

test('plans have names', () => {
  expect(['free', 'plus', 'enterprise'].map((plan) => planTitle(plan as 'free'))).toEqual([
    'Free',
    'Plus',
    'Enterprise',
  ]);
});

test('an account can have as many keys as the contract says', () =>
  expect(mostKeys).toBe(maximumApiKeys));

const buyer = { id: 42, isGuest: false, plan: 'free' } as const;
const plus = { plan: 'plus', checkoutUrl: 'https://pay.example.org/plus?locale=de' } as const;

test('a link to buy names the account', () => {
  expect(purchaseOf(plus, buyer)).toEqual({
    kind: 'link',
    url: 'https://pay.example.org/plus?locale=de&client_reference_id=42',
  });
});

test('a link that names it already names it once', () => {
  const checkoutUrl = 'https://pay.example.org/plus?client_reference_id=42';
  expect(purchaseOf({ ...plus, checkoutUrl }, buyer)).toEqual({ kind: 'link', url: checkoutUrl });
});

test('a guest registers first', () => {
  expect(purchaseOf(plus, { ...buyer, isGuest: true })).toEqual({ kind: 'register' });
});

test.each([undefined, 'http://pay.example.org/plus', 'javascript:alert(1)', 'pay', ''])(
  'of %j nothing is sold',
  (checkoutUrl) => {
    const offer = checkoutUrl === undefined ? { plan: 'plus' as const } : { ...plus, checkoutUrl };
    expect(purchaseOf(offer, buyer)).toEqual({ kind: 'operator' });
  },
);

test('nobody is sold the plan they have, or a smaller one', () => {
  const enterprise = { ...buyer, plan: 'enterprise' } as const;
  expect(purchaseOf(plus, enterprise)).toEqual({ kind: 'owned' });
  expect(purchaseOf({ plan: 'free' }, buyer)).toEqual({ kind: 'owned' });
  expect(purchaseOf({ ...plus, plan: 'enterprise' }, { ...buyer, plan: 'plus' }).kind).toBe('link');
});
