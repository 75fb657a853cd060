import { describe, expect, test } from 'vitest';
import { judge, parseExpectations } from '../../src/grade/index.ts';
import { attemptsOf, began, signed, type Written } from './history.ts';

const s = 1000;
const everything =
  'attempts>=4 within=24h backoff=growing same-id same-body fresh-signature stops-after-2xx honours-retry-after timeout<=15s';
const asked = { retryAfter: 60 };
const good: Written[] = [
  [0, '500'],
  [10 * s, '500'],
  [30 * s, 'timeout 20s', { gaveUpAfter: 12 * s }],
  [82 * s, '429', asked],
  [162 * s, 'reset'],
  [322 * s, '200'],
];
const changed = (index: number, more: Written[2]) =>
  good.map(([at, answer, earlier], each): Written => {
    return [at, answer, each === index ? { ...earlier, ...more } : earlier];
  });

/** The judgement on a history when the time is over: the words of the findings that fail, and of those that are not shown. */
interface Said {
  fails?: string[];
  open?: string[];
}

/** Each history, the expectations it is judged by, and what is said. */
const histories: [name: string, Written[], expectations: string, Said][] = [
  ['a correct sender', good, everything, {}],
  [
    'one attempt, then nothing',
    [[0, '500']],
    everything,
    {
      fails: ['attempts'],
      open: [
        'backoff',
        'same-id',
        'same-body',
        'fresh-signature',
        'stops-after-2xx',
        'honours-retry-after',
        'timeout',
      ],
    },
  ],
  ['more than exactly as many', good, 'attempts=5', { fails: ['attempts'] }],
  ['as many as allowed', good, 'attempts<7 attempts>5', {}],
  ['enough, but late', good, 'attempts>=3 within=29s', { fails: ['attempts', 'within'] }],
  ['few in time, and more', good, 'attempts<=2 within=10s', { fails: ['within'] }],
  [
    'attempts after a success',
    [...good, [400 * s, '200']],
    everything,
    { fails: ['stops-after-2xx'] },
  ],
  [
    'attempts after a success that the sender did not wait for',
    [
      [0, '200', { gaveUpAfter: 5 * s }],
      [9 * s, '200'],
    ],
    'stops-after-2xx',
    {},
  ],
  [
    'constant pauses',
    [
      [0, '500'],
      [s, '500'],
      [2 * s, '500'],
      [3 * s, '200'],
    ],
    'backoff=growing',
    { fails: ['backoff'] },
  ],
  [
    'shrinking pauses',
    [
      [0, '500'],
      [4 * s, '500'],
      [6 * s, '500'],
      [7 * s, '200'],
    ],
    'backoff=growing',
    { fails: ['backoff'] },
  ],
  [
    'pauses that grow up to the longest',
    [
      [0, '500'],
      [s, '500'],
      [3 * s, '500'],
      [5 * s, '500'],
      [6.9 * s, '200'],
    ],
    'backoff=growing',
    {},
  ],
  // From arrival to arrival the pauses would shrink.
  [
    'pauses after timeouts',
    [
      [0, 'timeout 30s', { gaveUpAfter: 20 * s }],
      [21 * s, '500'],
      [23 * s, '200'],
    ],
    'backoff=growing',
    {},
  ],
  // Answers ask for the first and the third pause.
  [
    'pauses that were asked for',
    [
      [0, '429', asked],
      [60 * s, '500'],
      [61 * s, '503', asked],
      [121 * s, '500'],
      [123 * s, '200'],
    ],
    'backoff=growing honours-retry-after',
    {},
  ],
  ['a new id', changed(3, { idHash: 'j' }), everything, { fails: ['same-id'] }],
  [
    'no known signature in one',
    changed(2, { signature: undefined }),
    everything,
    { fails: ['fresh-signature'] },
  ],
  ['a new body', changed(5, { bodyHash: 'c' }), everything, { fails: ['same-body'] }],
  ['an old signature', changed(3, signed(30 * s)), everything, { fails: ['fresh-signature'] }],
  [
    'an attempt that waits too little',
    [
      [0, '429', asked],
      [50 * s, '200'],
    ],
    'honours-retry-after',
    { fails: ['honours-retry-after'] },
  ],
  [
    'an attempt that is a little early',
    [
      [0, '429', asked],
      [57.5 * s, '200'],
    ],
    'honours-retry-after',
    {},
  ],
  [
    'a long patience',
    [[0, 'timeout 60s', { gaveUpAfter: 30 * s }]],
    'timeout<=15s',
    { fails: ['timeout'] },
  ],
  [
    'too little patience',
    [[0, 'timeout 60s', { gaveUpAfter: 4 * s }]],
    'timeout>=15s',
    { fails: ['timeout'] },
  ],
];

describe.each(histories)('%s', (_name, written, text, { fails = [], open = [] }) => {
  const attempts = attemptsOf(written);
  const judged = (given = attempts) =>
    judge([{ attempts: given }], parseExpectations(text), { now: began + 1000 * s, isOver: true });
  const names = (findings: readonly { expectation: string }[]) =>
    findings.map(({ expectation }) => expectation.replace(/[<>=].*/, ''));

  test('is judged so when the time is over', () => {
    const { findings, outcome, isFinal } = judged();
    expect(names(findings.filter(({ holds, isKnown }) => !holds && isKnown))).toEqual(fails);
    expect(names(findings.filter(({ isKnown }) => !isKnown))).toEqual(open);
    expect(isFinal).toBe(true);
    expect(outcome).toBe(fails.length + open.length === 0 ? 'held' : 'failed');
    for (const { sentence } of findings) expect(sentence).toMatch(/^[A-Z#\d].*\.$/);
    for (const { requestIds, isKnown } of findings) {
      if (isKnown) expect(requestIds.length).toBeGreaterThan(0);
      expect(attempts.map(({ id }) => id)).toEqual(expect.arrayContaining([...requestIds]));
    }
  });
});

test('says what it rests on', () => {
  const { findings } = judge(
    [{ attempts: attemptsOf(changed(3, { idHash: 'j', bodyHash: 'c' })) }],
    parseExpectations(`${everything} attempts<=5`),
    { now: began + 400 * s, isOver: true },
  );
  expect(findings.map(({ sentence, requestIds }) => [sentence, requestIds])).toEqual([
    ['6 attempts arrived within 24 h.', [1, 2, 3, 4, 5, 6]],
    ['4 attempts came within 82 s.', [1, 4]],
    ['The pauses grew: 10 s, 20 s, 40 s, 2.7 min.', [1, 2, 3, 4, 6]],
    ['Another id than #1 came with #4.', [1, 4]],
    ['Another body than #1 came with #4.', [1, 4]],
    ['All 6 attempts were signed anew.', [1, 2, 3, 4, 5, 6]],
    ['Nothing followed the 200 of #6 for 78 s.', [6]],
    ['1 attempt waited as asked.', [4, 5]],
    ['The sender gave up after 12 s in #3.', [3]],
    ['6 attempts arrived within 24 h.', [1, 2, 3, 4, 5, 6]],
  ]);
});

test('says nothing of a sender from which nothing came', () => {
  for (const deliveries of [[], [{ attempts: [] }]]) {
    const expectations = parseExpectations(everything);
    const verdict = judge(deliveries, expectations, { now: began, isOver: false });
    expect(verdict).toMatchObject({ outcome: 'nothingArrived', isFinal: false });
    const over = judge(deliveries, expectations, { now: began, isOver: true });
    expect(over).toMatchObject({ outcome: 'nothingArrived', isFinal: true });
    for (const { holds, isKnown, sentence } of over.findings) {
      expect({ holds, isKnown, sentence }).toEqual({
        holds: false,
        isKnown: false,
        sentence: 'Nothing arrived.',
      });
    }
  }
});

test('an expectation must hold for every delivery', () => {
  const options = { now: began + 500 * s, isOver: true };
  const [fine, other] = [attemptsOf(good), attemptsOf(changed(2, { bodyHash: 'c' }))];
  const moved = other.map((attempt) => ({ ...attempt, id: attempt.id + 10 }));
  const { findings, outcome } = judge(
    [{ attempts: fine }, { attempts: moved }],
    parseExpectations('same-id same-body'),
    options,
  );
  expect(outcome).toBe('failed');
  expect(findings.map(({ holds, sentence, requestIds }) => [holds, sentence, requestIds])).toEqual([
    [true, 'Holds for both deliveries.', [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16]],
    [
      false,
      'Holds for 1 of 2 deliveries; failed for 1: another body than #11 came with #13.',
      [11, 13],
    ],
  ]);
});

test('the delays of answers are no pauses of the sender', () => {
  const attempts = attemptsOf([
    [0, '500'],
    [31 * s, '500'],
    [33 * s, '200'],
  ]);
  const judged = (plan?: string[]) =>
    judge([{ attempts }], parseExpectations('backoff=growing'), {
      now: began + 60 * s,
      isOver: true,
      plan,
    }).outcome;
  expect(judged()).toBe('failed');
  expect(judged(['500 delay=30s', '500', '200'])).toBe('held');
});

describe('what is final before the time is over', () => {
  const finality = (written: Written[], text: string, at: number) => {
    const options = { now: began + at, isOver: false };
    const verdict = judge([{ attempts: attemptsOf(written) }], parseExpectations(text), options);
    return verdict.findings.map(({ holds, isFinal }) => `${holds}${isFinal ? ' for good' : ''}`);
  };

  test.each<[Written[], string, number, string[]]>([
    [good, 'attempts>=6', 322 * s, ['true for good']],
    [good, 'attempts>=6 within=400s', 322 * s, ['true for good', 'true for good']],
    [good, 'attempts>=7', 322 * s, ['false']],
    [good, 'attempts>=7 within=400s', 399 * s, ['false', 'true']],
    [good, 'attempts>=7 within=400s', 403 * s, ['false for good', 'false for good']],
    [good, 'attempts<=6', 322 * s, ['true']],
    [good, 'attempts<=6 within=400s', 403 * s, ['true for good', 'true']],
    [good, 'attempts<=5', 322 * s, ['false for good']],
    [good, 'within=300s', 322 * s, ['false for good']],
    [
      good,
      'same-id same-body backoff=growing fresh-signature',
      900 * s,
      ['true', 'true', 'true', 'true'],
    ],
    [changed(1, { bodyHash: 'c' }), 'same-id same-body', 322 * s, ['true', 'false for good']],
    [
      [
        [0, '500'],
        [9 * s, '500'],
        [10 * s, '500'],
      ],
      'backoff=growing',
      11 * s,
      ['false'],
    ],
    [
      [
        [0, '500'],
        [9 * s, '500'],
        [10 * s, '500'],
      ],
      'backoff=growing',
      13 * s,
      ['false for good'],
    ],
    // Constant so far: the next pause may be longer.
    [
      [
        [0, '500'],
        [s, '500'],
        [2 * s, '500'],
      ],
      'backoff=growing',
      60 * s,
      ['false'],
    ],
    // It may be heard a moment later that the sender did not wait for the 200.
    [
      [
        [0, '200'],
        [9 * s, '200'],
      ],
      'stops-after-2xx',
      10 * s,
      ['false'],
    ],
    [
      [
        [0, '200'],
        [9 * s, '200'],
      ],
      'stops-after-2xx',
      12 * s,
      ['false for good'],
    ],
    [[[0, 'timeout 20s']], 'timeout<=15s', 21 * s, ['false']],
    [[[0, 'timeout 20s']], 'timeout<=15s', 23 * s, ['false for good']],
  ])('%#', (written, text, at, expected) => {
    expect(finality(written, text, at)).toEqual(expected);
  });
});
