import { schemes } from '@hookwell/core/signatures';
import { expect, test } from 'vitest';
import {
  answeredOf,
  answerWords,
  attemptWords,
  isAccepted,
  signedWords,
} from '../../src/request/badges.tsx';
import { guessSchemes } from '../../src/signatures/schemes.ts';

test('an answer is a status, or a fault as it was written', () => {
  expect(answerWords('429')).toBe('answered 429');
  expect(answerWords('200', true)).toBe('answered 200 by a listener');
  expect(answerWords('timeout 10s')).toBe('no reply (timeout 10s)');
  expect(['200', '299', '300', '500', 'reset'].map(isAccepted)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('attempts are counted in words', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 112].map(attemptWords)).toEqual(
    [
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '101st',
      '111th',
      '112th',
    ].map((ordinal) => `${ordinal} attempt`),
  );
});

test('requests of endpoints without settings have an answer to show only if a listener gave it', () => {
  expect(answeredOf({})).toBeUndefined();
  expect(answeredOf({ answer: '200', attempt: 2, delivery: 'd' })).toEqual({
    answer: '200',
    isByListener: false,
    attempt: 2,
    delivery: 'd',
  });
  expect(answeredOf({ answer: '418', answeredBy: 'listener' })).toEqual({
    answer: '418',
    isByListener: true,
  });
});

test.each([
  ['a sender whose headers are not stored', {}, 'GitHub', ['github']],
  ['a header that only one sender has', { 'stripe-signature': 't=1,v1=0' }, undefined, ['stripe']],
  [
    'a header, which tells more than a name',
    { 'stripe-signature': 't=1,v1=0' },
    'GitHub',
    ['stripe', 'github'],
  ],
  ['a header of many senders', { authorization: 'Basic eDp5' }, undefined, []],
  ['nothing', {}, undefined, []],
  ['a name of JavaScript', {}, 'constructor', []],
])('a scheme is guessed from %s', (_from, headers, sender, guessed) => {
  expect(guessSchemes(schemes, { headers, sender }).map(({ name }) => name)).toEqual(guessed);
});

test.each([
  ['2026-03-01T12:00:00.000Z', 'signed as it arrived'],
  ['2026-03-01T11:59:58.000Z', 'signed 2 s before it arrived'],
  ['2026-03-01T12:01:30.000Z', 'signed 90 s after it arrived'],
  ['2026-03-01T11:49:30.000Z', 'signed 10 minutes before it arrived'],
  ['2026-03-01T08:30:00.000Z', 'signed 3 hours before it arrived'],
  ['2026-03-05T12:00:00.000Z', 'signed 4 days after it arrived'],
])('of a request that arrived at noon and was signed at %s, it says: %s', (signedAt, words) => {
  expect(signedWords(signedAt, '2026-03-01T12:00:00.000Z')).toBe(words);
});
