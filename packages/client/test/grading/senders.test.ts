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

const plan = '500, 500, timeout 60s, reset, 429 retry-after=1, 200';
const expectations =
  'attempts>=6 within=24h backoff=growing same-id same-body fresh-signature stops-after-2xx honours-retry-after';

/** The pauses of senders are whole units of this, in milliseconds. */
const usualUnitMs = 80;
/** The slowest machine that is waited for. */
const longestUnitMs = 2000;

/**
 * Grades the sender. If others are named than expected, and the machine was too busy for the sender's pauses or the time
 * too short for all of them, it does so again and slower.
 */
async function gradeOf(
  behaviour: Behaviour,
  expected: readonly string[],
  unitMs = usualUnitMs,
): Promise<Grade> {
  await using endpoint = await client.temporaryEndpoint();
  let latenessMs = Number.POSITIVE_INFINITY;
  const grade = await endpoint.grade({
    plan,
    expect: `${expectations} timeout<=${unitMs * 10}ms`,
    timeout: unitMs * 50,
    trigger: async () => {
      latenessMs = await deliver(endpoint.url, behaviour, unitMs);
    },
  });
  const isHeld = expected.length > 0 || grade.outcome === 'held';
  const isExpected = isHeld && String(failedIn(grade)) === String(expected);
  if (isExpected || latenessMs <= unitMs / 2 || unitMs > longestUnitMs) return grade;
  return await gradeOf(behaviour, expected, unitMs * 2);
}

function failedIn({ findings }: Grade): string[] {
  return findings
    .filter(({ holds, isKnown }) => !holds && isKnown)
    .map(({ expectation }) => expectation);
}

/** Faults of senders, each with the finding that names it and the words of its sentence. */
const faults: Record<string, [behaviour: Partial<Behaviour>, named: string, says: RegExp]> = {
  'retries nothing': [{ givesUp: () => true }, 'attempts>=6', /^1 attempt arrived .* the 500 of/],
  'stops after one retry': [
    { givesUp: (attempt) => attempt === 2 },
    'attempts>=6',
    /^2 attempts arrived .* the 500 of/,
  ],
  'retries after 2xx': [{ goesOn: true }, 'stops-after-2xx', /^#\d+ followed the 200 of #\d+/],
  'has constant pauses': [{ pauses: [6, 6, 6, 6, 6] }, 'backoff=growing', /^The pause/],
  'has shrinking pauses': [
    { pauses: [8, 4, 2, 1, 1] },
    'backoff=growing',
    /^The pause before #\d+ was .*, shorter than/,
  ],
  'has a new id each time': [{ idOf: (attempt) => `msg_${attempt}` }, 'same-id', /^Another id/],
  'has a new body each time': [
    { bodyOf: (attempt) => `{"attempt":${attempt}}` },
    'same-body',
    /^Another body/,
  ],
  'signs only once': [{ signedAt: signedOnce() }, 'fresh-signature', /was not signed later/],
  'ignores Retry-After': [
    { honoursRetryAfter: false },
    'honours-retry-after',
    /the 429 of #\d+, which asked for 1 s/,
  ],
  'gives up on a timeout': [
    // On a busy machine an answer before it may time out as well.
    { givesUp: (attempt, outcome) => attempt === 3 && outcome === 'timeout' },
    'attempts>=6',
    /; none followed the timeout 60s of #/,
  ],
  'gives up on a reset': [
    { givesUp: (_, outcome) => outcome === 'reset' },
    'attempts>=6',
    /; none followed the reset of #/,
  ],
  'sends twice at once': [
    {
      copies: (attempt) => (attempt === 2 ? 2 : 1),
      pauses: [2, 4, 8, 8, 16],
    },
    'backoff=growing',
    /at once|shorter/,
  ],
};

/** All senders send at the same time. */
let grades: Map<string, Grade>;
beforeAll(async () => {
  const graded = Object.entries(faults).map(async ([name, [fault, named]]) => {
    return [name, await gradeOf({ ...correct, ...fault }, [named])] as const;
  });
  const right = gradeOf(correct, []).then((grade) => ['does all right', grade] as const);
  grades = new Map(await Promise.all([right, ...graded]));
});

test('a correct sender meets all expectations', () => {
  const grade = gradeNamed('does all right');
  expect(grade.outcome, describeVerdict(grade)).toBe('held');
  expect(grade.attempts.map(({ answer }) => answer)).toEqual([
    '500',
    '500',
    'timeout 60s',
    'reset',
    '429',
    '200',
  ]);
});

test.each(Object.entries(faults))('a sender that %s fails in that alone', (name, fault) => {
  const [, named, says] = fault;
  const grade = gradeNamed(name);
  expect(failedIn(grade), describeVerdict(grade)).toEqual([named]);
  expect(grade.outcome).toBe('failed');
  const ids = grade.attempts.map(({ id }) => id);
  for (const { requestIds, sentence } of grade.findings.filter(
    (each) => each.expectation === named,
  )) {
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
