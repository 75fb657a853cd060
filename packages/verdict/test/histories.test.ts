import { describe, expect, test } from 'vitest';
import { judge, parseExpectations } from '../src/index.ts';
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
  ['too few', good.slice(4), 'attempts>=3', { fails: ['attempts'] }],
  ['exactly as many', good, 'attempts=6', {}],
  ['more than exactly as many', good, 'attempts=5', { fails: ['attempts'] }],
  ['fewer than exactly as many', good, 'attempts=7', { fails: ['attempts'] }],
  ['more than allowed', good, 'attempts<=5', { fails: ['attempts'] }],
  ['as many as allowed', good, 'attempts<7 attempts>5', {}],
  ['not more than', good, 'attempts>6', { fails: ['attempts'] }],
  ['enough in time, more later', good, 'attempts>=3 within=30s', {}],
  ['enough, but late', good, 'attempts>=3 within=29s', { fails: ['attempts', 'within'] }],
  ['all in time', good, 'within=322s', {}],
  ['the last one late', good, 'within=321s', { fails: ['within'] }],
  ['few in time, and more', good, 'attempts<=2 within=10s', { fails: ['within'] }],
  ['the last step of a plan again and again', [...good, [400 * s, '200']], 'attempts>=7', {}],
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
    'pauses after answers and silence that the service cut short',
    [
      [0, 'timeout 60s', { cutShortAfter: 1 * s }],
      [11 * s, 'timeout 60s', { cutShortAfter: 0 }],
      [31 * s, '500'],
    ],
    'backoff=growing timeout>=30s timeout<=5s',
    { open: ['timeout', 'timeout'] },
  ],
  [
    'attempts after a 299',
    [
      [0, '299'],
      [9 * s, '200'],
    ],
    'stops-after-2xx',
    { fails: ['stops-after-2xx'] },
  ],
  [
    'attempts after a 300 and half an answer',
    [
      [0, '300'],
      [s, 'truncate 2'],
      [3 * s, '200'],
    ],
    'stops-after-2xx',
    {},
  ],
  [
    'no success',
    [
      [0, '500'],
      [s, '500'],
    ],
    'stops-after-2xx',
    { open: ['stops-after-2xx'] },
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
    'pauses with a little chance in them',
    [
      [0, '500'],
      [s, '500'],
      [1950, '500'],
      [3100, '500'],
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
  [
    'a pause that shrinks between others',
    [
      [0, '500'],
      [s, '500'],
      [1.5 * s, '500'],
      [9 * s, '200'],
    ],
    'backoff=growing',
    { fails: ['backoff'] },
  ],
  [
    'one pause',
    [
      [0, '500'],
      [s, '500'],
    ],
    'backoff=growing',
    { open: ['backoff'] },
  ],
  [
    'two attempts at once',
    [
      [0, '500'],
      [2, '500'],
      [s, '500'],
      [4 * s, '200'],
    ],
    'backoff=growing',
    { fails: ['backoff'] },
  ],
  [
    'an attempt while another one waits',
    [
      [0, 'timeout 10s'],
      [9 * s, '500'],
      [30 * s, '500'],
    ],
    'backoff=growing',
    { fails: ['backoff'] },
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
  [
    'pauses after timeouts that were sat out',
    [
      [0, 'timeout 10s'],
      [11 * s, '500'],
      [13 * s, '200'],
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
  ['no id in one', changed(2, { idHash: undefined }), everything, { fails: ['same-id'] }],
  [
    'no id in any',
    [
      [0, '500', { idHash: undefined }],
      [s, '500', { idHash: undefined }],
    ],
    'same-id',
    { fails: ['same-id'] },
  ],
  [
    'one attempt, which has neither an id nor a signature',
    [[0, '200', { idHash: undefined, signature: undefined }]],
    'same-id fresh-signature',
    { open: ['same-id', 'fresh-signature'] },
  ],
  [
    'no known signature in one',
    changed(2, { signature: undefined }),
    everything,
    { fails: ['fresh-signature'] },
  ],
  ['a new body', changed(5, { bodyHash: 'c' }), everything, { fails: ['same-body'] }],
  ['an old signature', changed(3, signed(30 * s)), everything, { fails: ['fresh-signature'] }],
  ['an older signature', changed(3, signed(9 * s)), everything, { fails: ['fresh-signature'] }],
  [
    'an old signature with milliseconds',
    [
      [0, '500', signed(1)],
      [9, '500', signed(1)],
    ],
    'fresh-signature',
    { fails: ['fresh-signature'] },
  ],
  [
    'new signatures with milliseconds',
    [
      [0, '500', signed(1)],
      [9, '500', signed(2)],
    ],
    'fresh-signature',
    {},
  ],
  [
    'signatures of one second',
    [
      [0, '500'],
      [900, '500'],
    ],
    'fresh-signature',
    { open: ['fresh-signature'] },
  ],
  [
    'signatures of one second and a later one',
    [
      [0, '500'],
      [900, '500'],
      [1900, '500'],
    ],
    'fresh-signature',
    {},
  ],
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
    'an answer with Retry-After that nobody saw',
    [
      [0, '429', { ...asked, gaveUpAfter: 9 }],
      [s, '200'],
    ],
    'honours-retry-after',
    { open: ['honours-retry-after'] },
  ],
  [
    'nothing after a Retry-After',
    [[0, '429', asked]],
    'honours-retry-after',
    { open: ['honours-retry-after'] },
  ],
  [
    'a long patience',
    [[0, 'timeout 60s', { gaveUpAfter: 30 * s }]],
    'timeout<=15s',
    { fails: ['timeout'] },
  ],
  [
    'a patience longer than the timeout',
    [[0, 'timeout 60s']],
    'timeout<=15s',
    { fails: ['timeout'] },
  ],
  ['a patience that is not known', [[0, 'timeout 10s']], 'timeout<=15s', { open: ['timeout'] }],
  [
    'a patience just at the limit',
    [[0, 'timeout 60s', { gaveUpAfter: 15.2 * s }]],
    'timeout<=15s',
    {},
  ],
  ['a patience for a delayed answer', [[0, '500', { gaveUpAfter: 4 * s }]], 'timeout<=5s', {}],
  [
    'too little patience',
    [[0, 'timeout 60s', { gaveUpAfter: 4 * s }]],
    'timeout>=15s',
    { fails: ['timeout'] },
  ],
  ['enough patience', [[0, 'timeout 20s']], 'timeout>=15s timeout<30s', { open: ['timeout'] }],
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

test('does not count milliseconds of what was accepted just now', () => {
  const attempts = attemptsOf(changed(3, {}));
  const now = Math.max(...attempts.map(({ receivedAt }) => Date.parse(receivedAt)));
  const { findings } = judge([{ attempts }], parseExpectations(everything), { now, isOver: false });
  expect(findings.map(({ sentence }) => sentence)).toContain('Nothing followed the 200 of #6 yet.');
});

test('says after which answer no attempt followed', () => {
  const attempts = attemptsOf([
    [0, '500'],
    [10 * s, 'reset'],
  ]);
  const options = { now: began + 60 * s, isOver: true };
  const { findings } = judge([{ attempts }], parseExpectations('attempts>=4'), options);
  expect(findings[0]?.sentence).toBe('2 attempts arrived; none followed the reset of #2.');
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

test('a reason of some deliveries is told of these alone', () => {
  const written: Written[][] = [
    good,
    [[0, '500']],
    [[0, '200']],
    [
      [0, '500'],
      [2 * s, '500'],
      [3 * s, '500'],
    ],
  ];
  const deliveries = written.map((each, index) => ({
    attempts: attemptsOf(each).map((attempt) => ({ ...attempt, id: attempt.id + index * 10 })),
  }));
  const options = { now: began + 500 * s, isOver: false };
  const text = 'attempts>=3 same-id stops-after-2xx backoff=growing timeout>=20s';
  const { findings } = judge(deliveries, parseExpectations(text), options);
  expect(findings.map(({ sentence, requestIds }) => [sentence, requestIds])).toEqual([
    ['Holds for 2 of 4 deliveries; undecided for 2 with 1 of 3 attempts.', [11, 21]],
    ['Holds for 2 of 4 deliveries; undecided for 2 with a single attempt.', [11, 21]],
    [
      'Holds for 2 of 4 deliveries; undecided for 2 without a 2xx that reached the sender.',
      [11, 33],
    ],
    [
      'Holds for 1 of 4 deliveries; undecided for 2; failed for 1: ' +
        'the pause before #33 was 1 s, shorter than 2 s before #32.',
      [31, 32, 33],
    ],
    ['Undecided for 3 of 4 deliveries; failed for 1: the sender gave up after 12 s in #3.', [3]],
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
