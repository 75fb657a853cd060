import { expect, test } from 'vitest';
import { answeredOf, answerWords, attemptWords, isAccepted } from '../../src/request/badges.tsx';

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
