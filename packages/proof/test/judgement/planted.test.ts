import { expect, it } from 'vitest';
import { type Anomaly, judge } from '../../src/judgement/judge.ts';
import { namePlanted } from '../../src/planted/name-planted.ts';
import { planted } from '../../src/planted/planted.ts';

it.for(planted)('$anomaly: $text', ({ anomaly, sound, operations }) => {
  expect(judge(sound)).toEqual([]);
  expect(judge(operations)).toContainEqual(expect.objectContaining({ anomaly }));
});

it('plants every kind of anomaly, each in a history of its own', () => {
  // A new kind does not compile until it stands here.
  const kinds: Record<Anomaly, true> = {
    lost: true,
    doubled: true,
    misplaced: true,
    'changed-bytes': true,
    'made-up': true,
    'id-order': true,
    order: true,
    'read-went-back': true,
    'shown-after-removal': true,
    'stream-skipped': true,
    'stream-repeated': true,
    'stream-showed-cleared': true,
    attempts: true,
    'undecided-answer': true,
    'settings-version': true,
    verdict: true,
    contract: true,
    'accepted-after-deletion': true,
    'refused-while-there': true,
  };
  expect(new Set(planted.map(({ anomaly }) => anomaly))).toEqual(new Set(Object.keys(kinds)));
});

it('counts what is named', () => {
  expect(namePlanted()).toEqual({ named: planted.length, of: planted.length, missed: [] });
});

it('says which operations show an anomaly, and when', () => {
  const [lost] = planted;
  expect(judge(lost?.operations ?? [])).toEqual([
    {
      anomaly: 'lost',
      text: 'a read from 30.0 ms to 40.0 ms lacks id 1 (mark 1): it was there by 20.0 ms',
      operations: [1, 2],
    },
  ]);
});
