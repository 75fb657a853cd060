import type { Operation } from '../history/operation.ts';
import {
  list,
  made,
  type Planted,
  seen,
  sent,
  sentWithoutId,
  set,
  stream,
  unclear,
} from './script.ts';

const attempts = made('attempts', { plan: [500, 429, 200] });
const versions = made('versions');
const signed = made('signed');

const delivery = { delivery: 7 };
const first = sent(1, [10, 20], { ...delivery, status: 500 });
const second = sent(2, [30, 40], { ...delivery, status: 429 });
const third = sent(3, [50, 60], { ...delivery, status: 200 });
const attempt = (mark: number, number: number, answer: string) =>
  seen(mark, { attempt: number, answer });

const versioned = (mark: number, version: number, time: readonly [number, number]) =>
  sent(mark, time, { version });

function attemptsThen(...shown: readonly ReturnType<typeof seen>[]): Operation[] {
  return [attempts, first, second, list([70, 80], shown)];
}

function comparedThen(verdict: string | undefined): Operation[] {
  const shown = (contract: string | undefined) =>
    seen(1, contract === undefined ? {} : { contract });
  return [
    signed,
    sent(1, [10, 20]),
    list([30, 40], [shown('differs')]),
    list([50, 60], [shown(verdict)]),
  ];
}

/** Attempts, versions and verdicts. */
export const ofDecisions: readonly Planted[] = [
  {
    anomaly: 'attempts',
    text: 'two attempts have the same number',
    sound: attemptsThen(attempt(2, 2, '429'), attempt(1, 1, '500')),
    operations: attemptsThen(attempt(2, 1, '500'), attempt(1, 1, '500')),
  },
  {
    anomaly: 'attempts',
    text: 'a number is missing, and nothing without an answer can have it',
    sound: [
      attempts,
      first,
      unclear(9, [21, 29], delivery),
      { ...third, id: 4 },
      list([70, 80], [{ ...attempt(3, 3, '200'), id: 4 }], { from: 4 }),
    ],
    operations: [
      attempts,
      first,
      unclear(9, [61, 69], delivery),
      { ...third, id: 4 },
      list([70, 80], [{ ...attempt(3, 3, '200'), id: 4 }], { from: 4 }),
    ],
  },
  {
    anomaly: 'attempts',
    text: 'a number is missing, and what may have it is not in a whole list',
    sound: [
      attempts,
      unclear(1, [10, 20], delivery),
      second,
      list([70, 80], [attempt(2, 2, '429')], { from: 2 }),
    ],
    operations: [
      attempts,
      unclear(1, [10, 20], delivery),
      second,
      list([70, 80], [attempt(2, 2, '429')]),
    ],
  },
  {
    anomaly: 'attempts',
    text: 'a webhook counts as not examined, though its sender was answered',
    sound: [
      attempts,
      first,
      unclear(2, [30, 40], { ...delivery, status: 503 }),
      { ...third, status: 429 },
      list([70, 80], [attempt(3, 2, '429'), attempt(2, 1, '503'), attempt(1, 1, '500')]),
    ],
    operations: [
      attempts,
      first,
      second,
      { ...third, status: 429 },
      list([70, 80], [attempt(3, 2, '429'), attempt(2, 1, '503'), attempt(1, 1, '500')]),
    ],
  },
  {
    anomaly: 'attempts',
    text: 'an attempt has another number in a stream than in a list',
    sound: [
      ...attemptsThen(attempt(2, 2, '429'), attempt(1, 1, '500')),
      stream([70, 90], [[80, attempt(1, 1, '500')]]),
    ],
    operations: [
      ...attemptsThen(attempt(2, 2, '429'), attempt(1, 1, '500')),
      stream([70, 90], [[80, attempt(1, 2, '500')]]),
    ],
  },
  {
    anomaly: 'attempts',
    text: 'what could not be examined is the second attempt of its own delivery',
    sound: [
      attempts,
      first,
      unclear(2, [30, 40], delivery),
      list([70, 80], [attempt(2, 1, '503'), attempt(1, 1, '500')]),
    ],
    operations: [
      attempts,
      first,
      unclear(2, [30, 40], delivery),
      list([70, 80], [attempt(2, 2, '503'), attempt(1, 1, '500')]),
    ],
  },
  {
    anomaly: 'undecided-answer',
    text: 'the sender of a second attempt got the answer of the first',
    sound: attemptsThen(attempt(2, 2, '429'), attempt(1, 1, '500')),
    operations: [
      attempts,
      first,
      { ...second, status: 500 },
      list([70, 80], [attempt(2, 2, '429'), attempt(1, 1, '500')]),
    ],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a sender who was told no id got what no plan says',
    sound: [attempts, sentWithoutId(1, [10, 20], { ...delivery, status: 429 })],
    operations: [attempts, sentWithoutId(1, [10, 20], { ...delivery, status: 418 })],
  },
  {
    anomaly: 'settings-version',
    text: 'a version answers at an endpoint that never had one',
    sound: [versions, versioned(1, 0, [10, 20])],
    operations: [versions, versioned(1, 1, [10, 20])],
  },
  {
    anomaly: 'undecided-answer',
    text: 'an attempt is shown with an answer that its plan does not have for it',
    sound: attemptsThen(attempt(2, 2, '429'), attempt(1, 1, '500')),
    operations: attemptsThen(attempt(2, 2, '200'), attempt(1, 1, '500')),
  },
  {
    anomaly: 'settings-version',
    text: 'an old version answers after a newer one was acknowledged',
    sound: [versions, set(1, [10, 20]), set(2, [30, 60]), versioned(1, 1, [40, 50])],
    operations: [versions, set(1, [10, 20]), set(2, [30, 60]), versioned(1, 1, [70, 80])],
  },
  {
    anomaly: 'settings-version',
    text: 'no version answers after one was acknowledged',
    sound: [versions, set(1, [10, 20], 'unknown'), sent(1, [30, 40])],
    operations: [versions, set(1, [10, 20]), sent(1, [30, 40])],
  },
  {
    anomaly: 'settings-version',
    text: 'a version answers before it was set',
    sound: [versions, set(1, [30, 60]), versioned(1, 1, [10, 40])],
    operations: [versions, set(1, [50, 60]), versioned(1, 1, [10, 40])],
  },
  {
    anomaly: 'settings-version',
    text: 'a version answers that was refused',
    sound: [versions, set(1, [10, 20]), versioned(1, 1, [30, 40])],
    operations: [versions, set(1, [10, 20], 'refused'), versioned(1, 1, [30, 40])],
  },
  {
    anomaly: 'settings-version',
    text: 'a version without an answer was in force, was replaced, and answers again',
    sound: [versions, set(1, [10, 20], 'unknown'), set(2, [50, 60]), versioned(2, 1, [70, 80])],
    operations: [
      versions,
      set(1, [10, 20], 'unknown'),
      versioned(1, 1, [30, 40]),
      set(2, [50, 60]),
      versioned(2, 1, [70, 80]),
    ],
  },
  {
    anomaly: 'verdict',
    text: 'a signature counts as not verified, though its sender was answered',
    sound: [
      signed,
      unclear(1, [10, 20], { signature: 'right', status: 503 }),
      list([30, 40], [seen(1, { answer: '503', verdict: 'unverifiable' })]),
    ],
    operations: [
      signed,
      sent(1, [10, 20], { signature: 'right' }),
      list([30, 40], [seen(1, { answer: '503', verdict: 'unverifiable' })]),
    ],
  },
  {
    anomaly: 'verdict',
    text: 'a wrong signature is shown as valid',
    sound: [
      signed,
      sent(1, [10, 20], { signature: 'wrong' }),
      list([30, 40], [seen(1, { verdict: 'invalid' })]),
    ],
    operations: [
      signed,
      sent(1, [10, 20], { signature: 'wrong' }),
      list([30, 40], [seen(1, { verdict: 'valid' })]),
    ],
  },
  {
    anomaly: 'verdict',
    text: 'a signature has no verdict, though its sender was told that all is well',
    sound: [signed, unclear(1, [10, 20], { signature: 'right' }), list([30, 40], [1])],
    operations: [signed, sent(1, [10, 20], { signature: 'right' }), list([30, 40], [1])],
  },
  {
    anomaly: 'verdict',
    text: 'a right signature is shown as invalid in a second list',
    sound: [
      signed,
      sent(1, [10, 20], { signature: 'right' }),
      list([30, 40], [seen(1, { verdict: 'valid' })]),
      list([50, 60], [seen(1, { verdict: 'valid' })]),
    ],
    operations: [
      signed,
      sent(1, [10, 20], { signature: 'right' }),
      list([30, 40], [seen(1, { verdict: 'valid' })]),
      list([50, 60], [seen(1, { verdict: 'invalid' })]),
    ],
  },
  {
    anomaly: 'contract',
    text: 'a body that differs from its contract holds in a second list',
    sound: comparedThen('differs'),
    operations: comparedThen('holds'),
  },
  {
    anomaly: 'contract',
    text: 'what was found is lost in a second list',
    sound: comparedThen('differs'),
    operations: comparedThen(undefined),
  },
];
