import type { Principal } from '@hookwell/client';
import { expect, test } from 'vitest';
import { planTitle, priceText, statusSentence } from '../../src/plan/plan-words.ts';

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
