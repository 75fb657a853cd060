import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startAccount,
  startServer,
  type TestServer,
  withKey,
} from '../../../server/test/start-server.ts';
import { describeVerdict, type Grade, HookwellClient } from '../../src/index.ts';
import { type Behaviour, correct, deliver, signedOnce } from './sender.ts';

let server: TestServer;
let client: HookwellClient;
beforeAll(async () => {
  server = await startServer();
  const { key } = await withKey(await startAccount(server, 'enterprise'));
  client = new HookwellClient({ baseUrl: server.url, apiKey: key });
});
afterAll(() => server[Symbol.asyncDispose]());

const plan = '500, 500, timeout 10s, reset, 429 retry-after=1, 200';
const expectations =
  'attempts>=6 within=24h backoff=growing same-id same-body fresh-signature stops-after-2xx honours-retry-after timeout<=2s';

/** A watch as long as this is long enough for every sender here, unless the machine is busy. */
const usualMs = 4000;

/** Grades the sender; again and longer if the time was over before the sender was done. */
async function gradeOf(behaviour: Behaviour, timeout = usualMs): Promise<Grade> {
  await using endpoint = await client.temporaryEndpoint();
  let isDone = false;
  const grade = await endpoint.grade({
    plan,
    expect: expectations,
    timeout,
    trigger: async () => {
      await deliver(endpoint.url, behaviour);
      isDone = true;
    },
  });
  return isDone ? grade : await gradeOf(behaviour, timeout * 3);
}

/** What is wrong with a sender, the finding that names it, and what its sentence says. */
const faults: Record<string, [behaviour: Partial<Behaviour>, named: string, says: RegExp]> = {
  'retries nothing': [{ givesUp: () => true }, 'attempts>=6', /^1 attempt arrived .* the 500 of/],
  'stops after one retry': [
    { givesUp: (attempt) => attempt === 2 },
    'attempts>=6',
    /^2 attempts arrived .* the 500 of/,
  ],
  'retries after 2xx': [{ goesOn: true }, 'stops-after-2xx', /^#\d+ followed the 200 of #\d+/],
  'has constant pauses': [
    { pauseAfter: ([first = 300]) => first },
    'backoff=growing',
    /^The pause/,
  ],
  'has shrinking pauses': [
    { pauseAfter: (pauses) => (pauses.at(-1) ?? 800) / 2 },
    'backoff=growing',
    /^The pause before #\d+ was \d+ ms, shorter than/,
  ],
  'has a new id each time': [{ idOf: (attempt) => `msg_${attempt}` }, 'same-id', /^Another id/],
  'has a new body each time': [
    { bodyOf: (attempt) => `{"attempt":${attempt}}` },
    'same-body',
    /^Another body/,
  ],
  'signs only once': [{ signedAt: signedOnce }, 'fresh-signature', /was not signed later/],
  'ignores Retry-After': [
    { honoursRetryAfter: false },
    'honours-retry-after',
    /the 429 of #\d+, which asked for 1 s/,
  ],
  'gives up on a timeout': [
    { givesUp: (_, outcome) => outcome === 'timeout' },
    'attempts>=6',
    /; none followed the timeout 10s of #/,
  ],
  'gives up on a reset': [
    { givesUp: (_, outcome) => outcome === 'reset' },
    'attempts>=6',
    /; none followed the reset of #/,
  ],
  'sends twice at once': [
    {
      copies: (attempt) => (attempt === 2 ? 2 : 1),
      pauseAfter: (pauses) => 2 * (pauses.at(-1) ?? 50),
    },
    'backoff=growing',
    /at once|shorter/,
  ],
};

/** All senders send at the same time. */
let grades: Map<string, Grade>;
beforeAll(async () => {
  const behaviours = [
    ['does all right', {}] as const,
    ...Object.entries(faults).map(([name, [fault]]) => [name, fault] as const),
  ];
  const graded = behaviours.map(async ([name, fault]): Promise<[string, Grade]> => {
    return [name, await gradeOf({ ...correct, ...fault })];
  });
  grades = new Map(await Promise.all(graded));
}, 120_000);

test('a correct sender meets all expectations', () => {
  const grade = gradeNamed('does all right');
  expect(grade.outcome, describeVerdict(grade)).toBe('held');
  expect(grade.attempts.map(({ answer }) => answer)).toEqual([
    '500',
    '500',
    'timeout 10s',
    'reset',
    '429',
    '200',
  ]);
});

test.each(Object.entries(faults))('a sender that %s fails in that alone', (name, fault) => {
  const [, named, says] = fault;
  const grade = gradeNamed(name);
  const failed = grade.findings.filter(({ holds, isKnown }) => !holds && isKnown);
  expect(
    failed.map(({ expectation }) => expectation),
    describeVerdict(grade),
  ).toEqual([named]);
  expect(grade.outcome).toBe('failed');
  const ids = grade.attempts.map(({ id }) => id);
  for (const { requestIds, sentence } of failed) {
    expect(sentence).toMatch(says);
    expect(requestIds.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining([...requestIds]));
  }
});

function gradeNamed(name: string): Grade {
  const grade = grades.get(name);
  if (grade === undefined) throw new Error(`There is no sender that ${name}`);
  return grade;
}
