import { describe, expect, test } from 'vitest';
import {
  attemptSentences,
  groupSentence,
  kindOf,
  numberedAttempts,
  outcomeText,
} from '../../src/deliveries/attempts.ts';
import { deliveryOf, type WrittenAttempt } from './delivery.ts';

function sentencesOf(...written: WrittenAttempt[]): string[] {
  return numberedAttempts(deliveryOf('one', written)).map(attemptSentences);
}

test('each attempt is told in full sentences', () => {
  expect(
    sentencesOf(
      [0, '500'],
      [30, 'timeout 10s', { gaveUpAfter: 5000 }],
      [90, 'reset'],
      [150, '429', { retryAfter: 60 }],
      [160, 'truncate 100'],
      [3720, '204', { cutShortAfter: 2000 }],
    ),
  ).toEqual([
    'Attempt 1, answered 500.',
    'Attempt 2, 30 s after the first, got no reply (timeout 10s). The sender hung up after 5 s.',
    'Attempt 3, 1 m 30 s after the first, had its connection reset.',
    'Attempt 4, 2 m 30 s after the first, answered 429, with Retry-After 60 s.',
    'Attempt 5, 2 m 40 s after the first, got a reply that was cut after 100 bytes. It came earlier than Retry-After asked.',
    'Attempt 6, 1 h 2 m after the first, answered 204. The reply was cut short after 2 s.',
  ]);
});

test('answers of listeners are told, and that an attempt waits for one', () => {
  const written: WrittenAttempt[] = [
    [0, '418', { answeredBy: 'listener' }],
    [10, '200'],
  ];
  const delivery = deliveryOf('one', written);
  const numbered = numberedAttempts(delivery, new Set([2]));
  expect(numbered.map(attemptSentences)).toEqual([
    'Attempt 1, answered 418 by a listener.',
    'Attempt 2, 10 s after the first, waits for a listener.',
  ]);
  expect(numbered.map(kindOf)).toEqual(['refused', 'waiting']);
  expect(groupSentence(numbered)).toMatch(/with 2 different replies/);
  expect(outcomeText({ ...delivery, outcome: 'open' }, numbered)).toBe('Open after 2 attempts');
});

test.each([
  [60, false],
  [57.1, false],
  [56.9, true],
])('an attempt %f s after a Retry-After of 60 s is early: %s', (seconds, isEarly) => {
  const written: WrittenAttempt[] = [
    [0, '429', { retryAfter: 60 }],
    [seconds, '200'],
  ];
  expect(numberedAttempts(deliveryOf('one', written))[1]?.isEarly).toBe(isEarly);
});

test('clocks that differ make no negative gap', () => {
  expect(sentencesOf([0, '500'], [-2, '200'])[1]).toBe(
    'Attempt 2, 0 ms after the first, answered 200.',
  );
});

test('of 1,000 attempts no number is known, since earlier ones may not be listed', () => {
  const written = Array.from({ length: 1000 }, (_, n): WrittenAttempt => [n, '500']);
  const [first] = numberedAttempts(deliveryOf('many', written));
  expect(first?.number).toBeUndefined();
  expect(first && attemptSentences(first)).toBe('An attempt, answered 500.');
});

test('attempts that share a mark are told together', () => {
  const written: WrittenAttempt[] = [
    [0, '500'],
    [1, '500'],
    [2, '500'],
    [9, '200'],
  ];
  const numbered = numberedAttempts(deliveryOf('one', written));
  expect(groupSentence(numbered.slice(1, 3))).toBe(
    'Attempts 2 to 3, within 1 s, each answered 500.',
  );
  expect(groupSentence(numbered.slice(1))).toBe(
    'Attempts 2 to 4, within 8 s, with 2 different replies.',
  );
});

describe('the outcome in words', () => {
  test.each<[string, WrittenAttempt[]]>([
    ['Open after 1 attempt', [[0, '500']]],
    [
      'Open after 2 attempts',
      [
        [0, '500'],
        [1, 'reset'],
      ],
    ],
    ['Accepted at attempt 1', [[0, '200']]],
    [
      'Accepted at attempt 2, 2 more after it',
      [
        [0, '500'],
        [1, '202'],
        [2, '202'],
        [3, '202'],
      ],
    ],
  ])('%s', (text, written) => {
    const delivery = deliveryOf('one', written);
    expect(outcomeText(delivery, numberedAttempts(delivery))).toBe(text);
  });
});
