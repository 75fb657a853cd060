import { expect, it } from 'vitest';
import type { Operation } from '../../src/history/operation.ts';
import { judge } from '../../src/judgement/judge.ts';
import {
  answered,
  cleared,
  deleted,
  list,
  made,
  refused,
  removed,
  seen,
  sent,
  sentWithoutId,
  set,
  stream,
  unclear,
} from '../../src/planted/script.ts';

const plain = made('plain');
const one = sent(1, [10, 20]);
const plan = [500, 200];
const byListener = { answer: '201', answeredBy: 'listener' } as const;

/** Of two calls of which one begins at the very time at which the other ends, either may have come first. */
const sound: readonly (readonly [string, readonly Operation[]])[] = [
  ['a list lacks what is acknowledged', [plain, one, list([20, 30], [])]],
  ['a list lacks what has no id', [plain, sentWithoutId(1, [10, 20]), list([20, 30], [])]],
  ['a list lacks what is cleared', [plain, one, list([30, 40], []), cleared([40, 50])]],
  ['a list has what is cleared', [plain, one, cleared([30, 40]), list([40, 50], [1])]],
  ['a list has what is removed', [plain, one, removed(1, [30, 40]), list([40, 50], [1])]],
  ['a clear leaves what is acknowledged', [plain, one, cleared([20, 30]), list([40, 50], [1])]],
  [
    'a clear takes what a list has',
    [plain, one, cleared([30, 40]), list([40, 50], [1]), list([60, 70], [])],
  ],
  [
    'a removal takes what a list has',
    [plain, one, removed(1, [30, 40]), list([40, 50], [1]), list([60, 70], [])],
  ],
  ['a clear takes what is sent', [plain, cleared([5, 10]), one, list([30, 40], [])]],
  ['two removals find it', [plain, one, removed(1, [30, 40]), removed(1, [40, 50], 'refused')]],
  ['the ids of two senders fall', [plain, sent(2, [10, 20]), sent(1, [20, 30])]],
  ['it is there when it is sent', [plain, unclear(1, [20, 30]), list([10, 20], [1])]],
  [
    'a stream lacks what is removed',
    [plain, one, sent(2, [10, 20]), removed(1, [50, 60]), stream([5, 90], [[50, 2]])],
  ],
  ['a stream has what is cleared', [plain, one, cleared([30, 40]), stream([40, 50], [[45, 1]])]],
  [
    'a stream that is read to the end lacks what is acknowledged',
    [plain, one, stream([20, 30], [], { isSettled: true })],
  ],
  ['a webhook is stored as its endpoint is deleted', [plain, deleted(0, [5, 10]), one]],
  ['a webhook is refused as its endpoint is made', [plain, refused(1, [1, 5], 404)]],
  [
    'a webhook is refused as its endpoint is deleted',
    [plain, refused(1, [5, 10], 404), deleted(0, [10, 20])],
  ],
  [
    'an old version answers',
    [made('versions'), set(1, [2, 3]), set(2, [5, 10]), sent(1, [10, 20], { version: 1 })],
  ],
  [
    'a version answers as it is set',
    [made('versions'), set(1, [20, 30]), sent(1, [10, 20], { version: 1 })],
  ],
  [
    'a version is replaced as it comes into force',
    [
      made('versions'),
      set(1, [2, 3], 'unknown'),
      sent(1, [5, 10], { version: 1 }),
      set(2, [10, 20]),
      sent(2, [30, 40], { version: 1 }),
    ],
  ],
  [
    'a sender gets an answer as it is given',
    [made('listened'), sent(1, [10, 20], { answer: 5, status: 201 }), answered(5, 1, [20, 30])],
  ],
  [
    'a list does not know of the listener',
    [made('listened'), unclear(1, [10, 20]), answered(5, 1, [20, 30]), list([30, 40], [seen(1)])],
  ],
  [
    'a list knows of a listener',
    [
      made('listened'),
      unclear(1, [10, 20]),
      answered(5, 1, [40, 50]),
      list([30, 40], [seen(1, byListener)]),
    ],
  ],
];

it.for(sound)('%s at the same time', ([, operations]) => {
  expect(judge(operations)).toEqual([]);
});

it('a send without an answer that begins once another is known to be stored has no lower attempt', () => {
  const last = sent(2, [10, 20], { delivery: 1, status: 200 });
  const shown = list([30, 40], [seen(2, { attempt: 2, answer: '200' })], { from: 2 });
  const named = [20, 21].map((began) => {
    const other = unclear(9, [began, 50], { delivery: 1 });
    return judge([made('attempts', { plan }), last, other, shown]).map(({ anomaly }) => anomaly);
  });
  expect(named).toEqual([[], ['attempts']]);
});
