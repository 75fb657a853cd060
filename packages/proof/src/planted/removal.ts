import {
  cleared,
  deleted,
  list,
  made,
  type Planted,
  refused,
  removed,
  sent,
  stream,
  unclear,
} from './script.ts';

const plain = made('plain');
const one = sent(1, [10, 20]);
const two = sent(2, [30, 40]);

/** What was removed, and endpoints that are gone. */
export const ofRemoval: readonly Planted[] = [
  {
    anomaly: 'shown-after-removal',
    text: 'a list shows what was cleared',
    sound: [plain, one, cleared([30, 40]), list([50, 60], [])],
    operations: [plain, one, cleared([30, 40]), list([50, 60], [1])],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'a list shows what was cleared up to an id',
    sound: [plain, one, two, cleared([50, 60], { through: 1 }), list([70, 80], [2])],
    operations: [plain, one, two, cleared([50, 60], { through: 1 }), list([70, 80], [2, 1])],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'one without an answer was there before a clear, and is after it',
    sound: [plain, unclear(1, [10, 90]), cleared([40, 50]), list([60, 70], [1])],
    operations: [
      plain,
      unclear(1, [10, 90]),
      list([20, 30], [1]),
      cleared([40, 50]),
      list([60, 70], [1]),
    ],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'a lower id than one that was there before a clear is there after it',
    sound: [plain, unclear(1, [10, 90]), cleared([50, 60]), sent(2, [30, 40]), list([70, 80], [])],
    operations: [
      plain,
      unclear(1, [10, 90]),
      cleared([50, 60]),
      sent(2, [30, 40]),
      list([70, 80], [1]),
    ],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'a list shows what was removed',
    sound: [plain, one, removed(1, [30, 40]), list([50, 60], [])],
    operations: [plain, one, removed(1, [30, 40]), list([50, 60], [1])],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'one is removed twice',
    sound: [plain, one, removed(1, [30, 40]), removed(1, [50, 60], 'refused')],
    operations: [plain, one, removed(1, [30, 40]), removed(1, [50, 60])],
  },
  {
    anomaly: 'shown-after-removal',
    text: 'the account shows what a deleted endpoint had',
    sound: [plain, one, deleted(0, [30, 40]), list([50, 60], [])],
    operations: [plain, one, deleted(0, [30, 40]), list([50, 60], [1])],
  },
  {
    anomaly: 'stream-showed-cleared',
    text: 'a stream shows what was cleared before it began',
    sound: [plain, one, cleared([30, 40]), two, stream([50, 90], [[60, 2]])],
    operations: [
      plain,
      one,
      cleared([30, 40]),
      two,
      stream(
        [50, 90],
        [
          [60, 1],
          [60, 2],
        ],
      ),
    ],
  },
  {
    anomaly: 'stream-showed-cleared',
    text: 'a stream shows what was removed before it began',
    sound: [plain, one, removed(1, [30, 40]), stream([35, 90], [[60, 1]])],
    operations: [plain, one, removed(1, [30, 40]), stream([50, 90], [[60, 1]])],
  },
  {
    anomaly: 'accepted-after-deletion',
    text: 'a webhook was acknowledged after the deletion of its endpoint',
    sound: [plain, deleted(0, [10, 20]), refused(1, [30, 40], 404)],
    operations: [plain, deleted(0, [10, 20]), sent(1, [30, 40])],
  },
  {
    anomaly: 'accepted-after-deletion',
    text: 'a webhook without an answer was stored after the deletion of its endpoint',
    sound: [plain, deleted(0, [10, 20]), unclear(1, [30, 40]), list([50, 60], [])],
    operations: [plain, deleted(0, [10, 20]), unclear(1, [30, 40]), list([50, 60], [1])],
  },
  {
    anomaly: 'accepted-after-deletion',
    text: 'the list of an endpoint was given after its deletion',
    sound: [plain, deleted(0, [10, 20]), list([15, 40], [], { endpoint: 0 })],
    operations: [plain, deleted(0, [10, 20]), list([30, 40], [], { endpoint: 0 })],
  },
  {
    anomaly: 'refused-while-there',
    text: 'another node does not know an endpoint that was made',
    sound: [plain, refused(1, [10, 20], 429)],
    operations: [plain, refused(1, [10, 20], 404)],
  },
];
