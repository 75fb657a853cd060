import { expect, test } from 'vitest';
import { addressWords, senderWords, typeWords } from '../../src/request/request-parts.ts';
import { summaryOf } from '../log/summary.ts';

test.each([
  [{}, { path: '/', query: '' }],
  [{ path: '/orders/42' }, { path: '/orders/42', query: '' }],
  [{ query: 'a=1&a=2&q=a+b%C3%A4' }, { path: '', query: '?a=1&a=2&q=a bä' }],
  [
    { path: '/x', query: 'flag&bad=%C3%28' },
    { path: '/x', query: '?flag&bad=%C3%28' },
  ],
  [
    { path: '/caf\xc3\xa9/\xff', query: 'nä=€' },
    { path: '/café/ÿ', query: '?nä=€' },
  ],
])('a row shows the path and query after the token: %j', (values, shown) => {
  expect(addressWords(summaryOf(values))).toEqual(shown);
});

test('a path of many kilobytes is cut', () => {
  expect(addressWords(summaryOf({ path: `/${'x'.repeat(30_000)}` })).path).toHaveLength(201);
});

test.each([
  ['application/json; charset=utf-8', 7, ''],
  ['application/json', 0, 'application/json'],
  ['application/cloudevents+json', 7, 'application/cloudevents+json'],
  ['text/xml; charset=utf-8', 7, 'text/xml'],
  ['application/x-www-form-urlencoded', 7, 'form'],
  [undefined, 0, ''],
  [undefined, 7, 'no content type'],
  [' ; ', 7, 'no content type'],
])('of the content type %j with %i bytes a row shows: %s', (contentType, bodySize, words) => {
  expect(typeWords(summaryOf({ bodySize, ...(contentType && { contentType }) }))).toBe(words);
});

test('JSON is named where it surprises', () => {
  const json = { contentType: 'application/json', bodySize: 2 };
  const words = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((method) =>
    typeWords(summaryOf({ ...json, method })),
  );
  expect(words).toEqual(['', '', '', 'application/json', 'application/json']);
});

test.each([
  ['GitHub-Hookshot/5c1a9e7', 'GitHub-Hookshot'],
  ['Stripe/1.0 (+https://stripe.com/docs/webhooks)', 'Stripe'],
  ['SendGrid Event API', 'SendGrid'],
  ['curl/8.10.1', 'curl'],
  ['Mozilla/5.0 (X11; Linux x86_64)', ''],
  ['', ''],
])('the sender that calls itself %j is shown as %j', (userAgent, words) => {
  expect(senderWords(summaryOf({ headers: { 'user-agent': userAgent } }))).toBe(words);
});

test('a sender that does not say who it is', () => {
  expect(senderWords(summaryOf())).toBe('');
});
