import { expect, test } from 'vitest';
import { evaluate, ofAttempt, readSettings } from '../../src/rules/index.ts';
import { factsWith } from './facts.ts';

const answersOf = (replies: readonly object[], facts = factsWith()) =>
  evaluate(readSettings({ replies }), facts).answers;

test('without a reply that is for it, a request is acknowledged', () => {
  const acknowledged = [{ answer: '200' }];
  expect(answersOf([])).toEqual(acknowledged);
  expect(answersOf([{ when: 'method:GET', status: 500 }])).toEqual(acknowledged);
});

test('the first reply that is for a request answers it', () => {
  const replies = [{ when: 'path:/other' }, { when: 'json.a=1', status: 201 }, { status: 202 }];
  expect(answersOf(replies, factsWith({ text: '{"a":1}' }))).toMatchObject([{ answer: '201' }]);
  expect(answersOf(replies, factsWith({ text: '{"a":2}' }))).toMatchObject([{ answer: '202' }]);
});

test('in a body that is cut there is no JSON, and its beginning counts', () => {
  const replies = [
    { when: 'has:json', status: 201 },
    { when: 'body=12', status: 202 },
    { when: 'body:2', status: 203 },
  ];
  expect(answersOf(replies, factsWith({ text: '12', isWhole: false }))).toMatchObject([
    { answer: '203' },
  ]);
});

test('a plan has a step for each attempt, and the last one for all further ones', () => {
  const plan = [
    '500',
    '500',
    '500 retry-after=7',
    'timeout 10s',
    'reset',
    'truncate 9',
    '200',
    '200',
  ];
  const answers = answersOf([{ plan, headers: { 'retry-after': '3' } }]);
  expect(answers).toEqual([
    { answer: '500', retryAfter: 3 },
    { answer: '500', retryAfter: 3 },
    { answer: '500', retryAfter: 7 },
    { answer: 'timeout 10s' },
    { answer: 'reset' },
    { answer: 'truncate 9', retryAfter: 3 },
    { answer: '200', retryAfter: 3 },
    { answer: '200', retryAfter: 3 },
  ]);
  expect([1, 4, 8, 9, 1000].map((attempt) => ofAttempt(answers, attempt).answer)).toEqual([
    ...['500', 'timeout 10s', '200', '200', '200'],
  ]);
});

test('a Retry-After that is a date is no number of seconds', () => {
  const headers = { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' };
  expect(answersOf([{ status: 503, headers }])).toEqual([{ answer: '503' }]);
});
