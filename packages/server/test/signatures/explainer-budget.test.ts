import { expect, test } from 'vitest';
import { ExplainerBudget } from '../../src/signatures/explainer-budget.ts';

test('ten a second and account, fewer if they take long', () => {
  let now = 0;
  const budget = new ExplainerBudget(() => now);
  const takes = (accountId: number, times: number) =>
    Array.from({ length: times }, () => budget.take(accountId)).filter(Boolean).length;
  expect(takes(1, 12)).toBe(10);
  expect(takes(2, 3)).toBe(3);
  budget.took(2, 249);
  expect(takes(2, 1)).toBe(1);
  budget.took(2, 1);
  expect(takes(2, 1)).toBe(0);
  now = 999;
  expect(takes(1, 1) + takes(2, 1)).toBe(0);
  now = 1000;
  expect(takes(1, 12) + takes(2, 12)).toBe(20);
});
