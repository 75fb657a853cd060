import {
  cleared,
  list,
  made,
  type Planted,
  refused,
  removed,
  seen,
  sent,
  sentWithoutId,
  stream,
  unclear,
} from './script.ts';

const plain = made('plain');
const other = made('plain', { endpoint: 1 });
const elsewhere = made('plain', { endpoint: 2, account: 1 });
const one = sent(1, [10, 20]);
const two = sent(2, [30, 40]);
const three = sent(3, [90, 100]);
const unclearClear = cleared([35, 60], { outcome: 'unknown' });

/** What becomes of single captures. */
export const ofStorage: readonly Planted[] = [
  {
    anomaly: 'lost',
    text: 'a webhook was acknowledged, and no list has it',
    sound: [plain, one, list([30, 40], [1])],
    operations: [plain, one, list([30, 40], [])],
  },
  {
    anomaly: 'lost',
    text: 'it was there, and is gone after a while',
    sound: [plain, one, list([30, 40], [1]), list([50, 60], [1])],
    operations: [plain, one, list([30, 40], [1]), list([50, 60], [])],
  },
  {
    anomaly: 'lost',
    text: 'the page that it belongs on lacks it, between two others',
    sound: [plain, one, two, sent(3, [50, 60]), list([70, 80], [3, 2], { from: 2 })],
    operations: [plain, one, two, sent(3, [50, 60]), list([70, 80], [3], { from: 2 })],
  },
  {
    anomaly: 'lost',
    text: 'it was not known to be stored before the list began, but a higher id is in the list',
    sound: [plain, sent(1, [10, 50]), sent(2, [30, 50]), list([30, 60], [2, 1])],
    operations: [plain, sent(1, [10, 50]), sent(2, [30, 50]), list([30, 60], [2])],
  },
  {
    anomaly: 'lost',
    text: 'a clear that began later took it, but the list had ended before',
    sound: [plain, one, list([30, 60], []), cleared([50, 60])],
    operations: [plain, one, list([30, 40], []), cleared([50, 60])],
  },
  {
    anomaly: 'lost',
    text: 'a clear up to a lower id took it along',
    sound: [plain, one, two, cleared([50, 60], { through: 2 }), list([70, 80], [])],
    operations: [plain, one, two, cleared([50, 60], { through: 1 }), list([70, 80], [])],
  },
  {
    anomaly: 'lost',
    text: 'a clear took it, and left an older one',
    sound: [plain, one, two, unclearClear, list([70, 80], []), list([90, 100], [])],
    operations: [plain, one, two, unclearClear, list([70, 80], [1]), list([90, 100], [1])],
  },
  {
    anomaly: 'lost',
    text: 'a clear without an answer was seen to have its effect, and a later one is lost',
    sound: [plain, one, unclearClear, list([70, 105], []), three, list([110, 120], [])],
    operations: [plain, one, unclearClear, list([70, 80], []), three, list([110, 120], [])],
  },
  {
    anomaly: 'lost',
    text: 'the clear of another endpoint took it',
    sound: [plain, other, one, cleared([30, 40], { endpoint: 0 }), list([50, 60], [])],
    operations: [plain, other, one, cleared([30, 40], { endpoint: 1 }), list([50, 60], [])],
  },
  {
    anomaly: 'lost',
    text: 'a removal does not find it',
    sound: [plain, one, removed(1, [30, 40])],
    operations: [plain, one, removed(1, [30, 40], 'refused')],
  },
  {
    anomaly: 'lost',
    text: 'a webhook was acknowledged without an id, and no list has it',
    sound: [plain, sentWithoutId(1, [10, 20]), list([30, 40], [1])],
    operations: [plain, sentWithoutId(1, [10, 20]), list([30, 40], [])],
  },
  {
    anomaly: 'doubled',
    text: 'one webhook is there twice',
    sound: [plain, one, list([30, 40], [1])],
    operations: [plain, one, list([30, 40], [seen(1, { id: 2 }), 1])],
  },
  {
    anomaly: 'doubled',
    text: 'one without an answer is there twice, in two lists',
    sound: [plain, unclear(1, [10, 20]), list([30, 40], [1]), list([50, 60], [1])],
    operations: [
      plain,
      unclear(1, [10, 20]),
      list([30, 40], [1]),
      list([50, 60], [seen(1, { id: 2 }), 1]),
    ],
  },
  {
    anomaly: 'doubled',
    text: 'two senders were told the same id',
    sound: [plain, one, two],
    operations: [plain, one, { ...two, id: 1 }],
  },
  {
    anomaly: 'doubled',
    text: 'another webhook is there under an acknowledged id',
    sound: [plain, one, unclear(2, [10, 20]), list([30, 40], [1])],
    operations: [plain, one, unclear(2, [10, 20]), list([30, 40], [seen(2, { id: 1 })])],
  },
  {
    anomaly: 'misplaced',
    text: 'a webhook is at another endpoint than it was sent to',
    sound: [plain, other, one, list([30, 40], [1])],
    operations: [plain, other, one, list([30, 40], [seen(1, { endpoint: 1 })])],
  },
  {
    anomaly: 'misplaced',
    text: 'an account shows what another one has',
    sound: [plain, elsewhere, one, list([30, 40], [], { account: 1 })],
    operations: [plain, elsewhere, one, list([30, 40], [1], { account: 1 })],
  },
  {
    anomaly: 'misplaced',
    text: 'the stream of an endpoint shows what another one has',
    sound: [plain, other, one, stream([5, 50], [], { endpoint: 1 })],
    operations: [plain, other, one, stream([5, 50], [[30, 1]], { endpoint: 1 })],
  },
  {
    anomaly: 'changed-bytes',
    text: 'a list shows other bytes than were sent',
    sound: [plain, one, list([30, 40], [1])],
    operations: [plain, one, list([30, 40], [seen(1, { hash: 'others' })])],
  },
  {
    anomaly: 'changed-bytes',
    text: 'a stream shows bytes that do not even name a webhook',
    sound: [plain, one, stream([5, 50], [[30, 1]])],
    operations: [plain, one, stream([5, 50], [[30, seen(1, { mark: -1, hash: 'others' })]])],
  },
  {
    anomaly: 'made-up',
    text: 'nobody sent it',
    sound: [plain, one, list([30, 40], [1])],
    operations: [plain, one, list([30, 40], [2, 1])],
  },
  {
    anomaly: 'made-up',
    text: 'it was refused',
    sound: [plain, refused(1, [10, 20], 413), list([30, 40], [])],
    operations: [plain, refused(1, [10, 20], 413), list([30, 40], [1])],
  },
  {
    anomaly: 'made-up',
    text: 'it was sent later',
    sound: [plain, list([10, 20], []), unclear(1, [30, 40])],
    operations: [plain, list([10, 20], [1]), unclear(1, [30, 40])],
  },
];
