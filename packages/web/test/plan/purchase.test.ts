import { expect, test } from 'vitest';
import { purchaseOf } from '../../src/plan/purchase.ts';

const account = { id: 42, isGuest: false, plan: 'free' } as const;
const plus = { plan: 'plus', checkoutUrl: 'https://pay.example.org/plus?locale=de' } as const;

test('a link to buy names the account', () => {
  expect(purchaseOf(plus, account)).toEqual({
    kind: 'link',
    url: 'https://pay.example.org/plus?locale=de&client_reference_id=42',
  });
});

test('a link that names it already names it once', () => {
  const checkoutUrl = 'https://pay.example.org/plus?client_reference_id=42';
  expect(purchaseOf({ ...plus, checkoutUrl }, account)).toEqual({ kind: 'link', url: checkoutUrl });
});

test('a guest registers first', () => {
  expect(purchaseOf(plus, { ...account, isGuest: true })).toEqual({ kind: 'register' });
});

test.each([undefined, 'http://pay.example.org/plus', 'javascript:alert(1)', 'pay', ''])(
  'of %j nothing is sold',
  (checkoutUrl) => {
    const offer = checkoutUrl === undefined ? { plan: 'plus' as const } : { ...plus, checkoutUrl };
    expect(purchaseOf(offer, account)).toEqual({ kind: 'operator' });
  },
);

test('nobody is sold the plan they have, or a smaller one', () => {
  const enterprise = { ...account, plan: 'enterprise' } as const;
  expect(purchaseOf(plus, enterprise)).toEqual({ kind: 'owned' });
  expect(purchaseOf({ plan: 'free' }, account)).toEqual({ kind: 'owned' });
  expect(purchaseOf({ ...plus, plan: 'enterprise' }, { ...account, plan: 'plus' }).kind).toBe(
    'link',
  );
});
