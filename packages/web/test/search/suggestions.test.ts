import { expect, test } from 'vitest';
import { suggest } from '../../src/search/suggestions.ts';
import { summaryOf } from '../log/summary.ts';

const requests = [
  summaryOf({ method: 'POST', path: '/orders', headers: { 'user-agent': 'Stripe/1.0' } }),
  summaryOf({
    method: 'GET',
    contentType: 'application/json; charset=utf-8',
    headers: { 'user-agent': 'two words' },
    queryParams: { attempt: '1' },
  }),
  summaryOf({ method: 'POST', headers: { accept: '*/*', 'user-agent': 'Stripe/1.0' } }),
];

/** The caret stands at the bar. */
function labels(typed: string): string[] {
  return suggestionsAt(typed).map(({ label }) => label);
}

function suggestionsAt(typed: string) {
  const caret = typed.indexOf('|');
  return suggest(typed.replace('|', ''), caret, requests);
}

test('suggests keys at the beginning of a word', () => {
  const keys = ['method:', 'path:', 'query:', 'header:', 'body:', 'type:', 'has:', 'ip:'];
  expect(labels('|')).toEqual(keys);
  expect(labels('stripe |')).toEqual(keys);
  expect(labels('h|')).toEqual(['header:', 'has:']);
  expect(labels('-me|')).toEqual(['-method:']);
  expect(labels('stripe|')).toEqual([]);
});

test('does not take the names of object properties for keys', () => {
  for (const key of ['constructor', '__proto__', 'toString'])
    expect(labels(`${key}:|`)).toEqual([]);
});

test('suggests values that were seen, the most frequent first', () => {
  expect(labels('method:|')).toEqual(['method:post', 'method:get']);
  expect(labels('method:g|')).toEqual(['method:get']);
  expect(labels('method:get|')).toEqual([]);
  expect(labels('-method:|')).toEqual(['-method:post', '-method:get']);
  expect(labels('header:|')).toEqual(['header:user-agent', 'header:accept']);
  expect(labels('header:user-agent=|')).toEqual([
    'header:user-agent=Stripe/1.0',
    'header:"user-agent=two words"',
  ]);
  expect(labels('type:|')).toEqual(['type:application/json']);
  expect(labels('path:|')).toEqual(['path:/orders']);
  expect(labels('query:|')).toEqual(['query:attempt=1']);
  expect(labels('ip:|')).toEqual(['ip:127.0.0.1']);
  expect(labels('has:j|')).toEqual(['has:json']);
  expect(labels('body:x|')).toEqual([]);
});

test('replaces the word at the caret', () => {
  expect(suggestionsAt('a me| b')[0]).toMatchObject({ text: 'a method: b', caret: 9 });
  expect(suggestionsAt('a method:p|o b')[0]).toMatchObject({
    text: 'a method:post b',
    caret: 14,
  });
  expect(suggestionsAt('method:p|')[0]).toMatchObject({ text: 'method:post ', caret: 12 });
});
