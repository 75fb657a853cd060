import {
  cleared,
  list,
  made,
  type Planted,
  removed,
  sent,
  stream,
  type Time,
  unclear,
} from './script.ts';

const plain = made('plain');
const other = made('plain', { endpoint: 1, account: 1 });
const one = sent(1, [10, 20]);
const two = sent(2, [30, 40]);
const lacking = (time: Time) => list(time, [], { through: 1 });
const three = sent(3, [50, 60]);

/** The order of ids, in time and in answers; reads and streams. */
export const ofOrder: readonly Planted[] = [
  {
    anomaly: 'id-order',
    text: 'two senders, one after the other, have falling ids',
    sound: [plain, other, sent(1, [10, 20]), sent(2, [30, 40], { endpoint: 1, node: 1 })],
    operations: [plain, other, sent(2, [10, 20]), sent(1, [30, 40], { endpoint: 1, node: 1 })],
  },
  {
    anomaly: 'id-order',
    text: 'one without an answer has a lower id than what was acknowledged before it was sent',
    sound: [plain, one, unclear(2, [30, 40]), list([50, 60], [2, 1])],
    operations: [plain, sent(2, [10, 20]), unclear(1, [30, 40]), list([50, 60], [2, 1])],
  },
  {
    anomaly: 'id-order',
    text: 'one without an answer was seen, and a later one has a lower id',
    sound: [plain, unclear(1, [10, 90]), list([20, 30], [1]), sent(2, [40, 50])],
    operations: [plain, unclear(2, [10, 90]), list([20, 30], [2]), sent(1, [40, 50])],
  },
  {
    anomaly: 'id-order',
    text: 'a stream had shown the higher id before the lower one was sent',
    sound: [plain, unclear(1, [10, 90]), stream([5, 90], [[30, 1]]), sent(2, [40, 50])],
    operations: [plain, unclear(2, [10, 90]), stream([5, 90], [[30, 2]]), sent(1, [40, 50])],
  },
  {
    anomaly: 'order',
    text: 'a list has the older one first',
    sound: [plain, one, two, list([50, 60], [2, 1])],
    operations: [plain, one, two, list([50, 60], [1, 2])],
  },
  {
    anomaly: 'order',
    text: 'a page has an id that was not asked for',
    sound: [plain, one, two, list([50, 60], [2], { from: 2 })],
    operations: [plain, one, two, list([50, 60], [2, 1], { from: 2 })],
  },
  {
    anomaly: 'order',
    text: 'a stream has a lower id behind a higher one',
    sound: [
      plain,
      one,
      two,
      stream(
        [50, 90],
        [
          [60, 1],
          [60, 2],
        ],
      ),
    ],
    operations: [
      plain,
      one,
      two,
      stream(
        [50, 90],
        [
          [60, 2],
          [60, 1],
        ],
      ),
    ],
  },
  {
    anomaly: 'read-went-back',
    text: 'a list on another node lacks what was acknowledged, and has it later',
    sound: [plain, one, list([30, 40], [1], { node: 1 }), list([50, 60], [1])],
    operations: [plain, one, list([30, 40], [], { node: 1 }), list([50, 60], [1])],
  },
  {
    anomaly: 'read-went-back',
    text: 'one without an answer was in a list, and is not in a later one',
    sound: [plain, unclear(1, [10, 20]), list([30, 40], []), list([50, 60], [1])],
    operations: [plain, unclear(1, [10, 20]), list([30, 40], [1]), list([50, 60], [])],
  },
  {
    anomaly: 'read-went-back',
    text: 'a page lacks one without an answer, and a list has it below what was acknowledged before',
    sound: [plain, unclear(1, [5, 90]), two, lacking([35, 50]), list([60, 70], [2, 1])],
    operations: [plain, unclear(1, [5, 90]), two, lacking([45, 50]), list([60, 70], [2, 1])],
  },
  {
    anomaly: 'read-went-back',
    text: 'a stream showed one without an answer, and a later list lacks it',
    sound: [plain, unclear(1, [10, 20]), stream([5, 90], [[45, 1]]), list([40, 50], [])],
    operations: [plain, unclear(1, [10, 20]), stream([5, 90], [[35, 1]]), list([40, 50], [])],
  },
  {
    anomaly: 'read-went-back',
    text: 'a clear that has no answer took it, and then it is there again',
    sound: [
      plain,
      one,
      cleared([30, 40], { outcome: 'unknown' }),
      list([50, 60], [1]),
      list([70, 80], []),
    ],
    operations: [
      plain,
      one,
      cleared([30, 40], { outcome: 'unknown' }),
      list([50, 60], []),
      list([70, 80], [1]),
    ],
  },
  {
    anomaly: 'stream-skipped',
    text: 'a stream went from the first to the third',
    sound: [
      plain,
      one,
      two,
      three,
      stream(
        [5, 90],
        [
          [20, 1],
          [40, 2],
          [60, 3],
        ],
      ),
    ],
    operations: [
      plain,
      one,
      two,
      three,
      stream(
        [5, 90],
        [
          [20, 1],
          [60, 3],
        ],
      ),
    ],
  },
  {
    anomaly: 'stream-skipped',
    text: 'a stream that was resumed lacks the first behind its place',
    sound: [
      plain,
      one,
      two,
      three,
      stream(
        [70, 90],
        [
          [80, 2],
          [80, 3],
        ],
        { after: 1 },
      ),
    ],
    operations: [plain, one, two, three, stream([70, 90], [[80, 3]], { after: 1 })],
  },
  {
    anomaly: 'stream-skipped',
    text: 'a stream passed over one that was removed only later',
    sound: [plain, one, two, removed(1, [45, 70]), stream([5, 90], [[50, 2]])],
    operations: [plain, one, two, removed(1, [55, 70]), stream([5, 90], [[50, 2]])],
  },
  {
    anomaly: 'stream-skipped',
    text: 'a stream that was read to the end lacks the last',
    sound: [
      plain,
      one,
      two,
      stream(
        [50, 90],
        [
          [60, 1],
          [60, 2],
        ],
        { isSettled: true },
      ),
    ],
    operations: [plain, one, two, stream([50, 90], [[60, 1]], { isSettled: true })],
  },
  {
    anomaly: 'stream-repeated',
    text: 'a stream showed one twice',
    sound: [
      plain,
      one,
      two,
      stream(
        [5, 90],
        [
          [20, 1],
          [40, 2],
        ],
      ),
    ],
    operations: [
      plain,
      one,
      two,
      stream(
        [5, 90],
        [
          [20, 1],
          [40, 2],
          [45, 1],
        ],
      ),
    ],
  },
  {
    anomaly: 'stream-repeated',
    text: 'a stream that was resumed showed what its reader had',
    sound: [plain, one, two, stream([50, 90], [[60, 2]], { after: 1 })],
    operations: [
      plain,
      one,
      two,
      stream(
        [50, 90],
        [
          [60, 1],
          [60, 2],
        ],
        { after: 1 },
      ),
    ],
  },
];
