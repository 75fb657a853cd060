import { textOfBytes } from '@hookwell/core/match';
import { describe, expect, test } from 'vitest';
import { requestIdIn } from '../../src/list/request-address.ts';
import {
  addressWords,
  queryIn,
  senderWords,
  targetParts,
  tokenIn,
  typeWords,
  urlOf,
} from '../../src/request/request-parts.ts';
import { summaryOf } from '../log/summary.ts';

describe('the target of a request', () => {
  test('is shown in its parts, as sent', () => {
    expect(targetParts('/wh/abc/any/sub%20path?a=1?b#c')).toEqual({
      receiver: '/wh/abc',
      path: '/any/sub%20path',
      query: '?a=1?b#c',
    });
    expect(targetParts('/wh/abc?')).toEqual({ receiver: '/wh/abc', path: '', query: '?' });
    expect(targetParts('*')).toEqual({ receiver: '', path: '*', query: '' });
    expect(tokenIn('/wh/abc/x')).toBe('abc');
    expect(tokenIn('/elsewhere')).toBeUndefined();
    expect(queryIn('/wh/abc?a=1?b')).toBe('a=1?b');
    expect(queryIn('/wh/abc')).toBeUndefined();
    expect(urlOf('https://hooks.example.org/in/', '/wh/abc?a')).toBe(
      'https://hooks.example.org/in/wh/abc?a',
    );
  });
});

describe('bytes beyond ASCII', () => {
  test('are read as UTF-8 if they are UTF-8', () => {
    expect(textOfBytes(Buffer.from('grüße 👩').toString('latin1'))).toBe('grüße 👩');
    expect(textOfBytes('gr\xfcn')).toBe('grün');
    expect(textOfBytes('plain')).toBe('plain');
    expect(textOfBytes('…')).toBe('…');
  });
});

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

test('the address names an id, none, or one that cannot exist', () => {
  expect(requestIdIn(undefined)).toBeUndefined();
  expect(requestIdIn('42')).toBe(42);
  for (const text of ['', '0', '-1', '1e3', '1.5', '007', 'x', '9'.repeat(20), '42 ']) {
    expect(requestIdIn(text), text).toBe(0);
  }
});
