import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsWithBody } from '../../src/match/index.ts';
import { answerTo, examine, readSettings } from '../../src/rules/index.ts';
import { factsWith, receivedAt } from './facts.ts';

const scheduleOf = (replies: readonly object[], facts = factsWith()) =>
  examine(readSettings({ replies }), facts).schedule;

test('without a reply that is for it, a request is acknowledged', () => {
  const acknowledged = [{ from: 1, answer: '200', reply: undefined, step: 0 }];
  expect(scheduleOf([])).toEqual(acknowledged);
  expect(scheduleOf([{ when: 'method:GET', status: 500 }])).toEqual(acknowledged);
});

test('the first reply that is for a request answers it', () => {
  const replies = [{ when: 'path:/other' }, { when: 'json.a=1', status: 201 }, { status: 202 }];
  expect(scheduleOf(replies, factsWith({ text: '{"a":1}' }))).toMatchObject([{ answer: '201' }]);
  expect(scheduleOf(replies, factsWith({ text: '{"a":2}' }))).toMatchObject([{ answer: '202' }]);
});

test('in a body that is cut there is no JSON, and its beginning counts', () => {
  const replies = [
    { when: 'has:json', status: 201 },
    { when: 'body=12', status: 202 },
    { when: 'body:2', status: 203 },
  ];
  expect(scheduleOf(replies, factsWith({ text: '12', isWhole: false }))).toMatchObject([
    { answer: '203' },
  ]);
});

test('a plan has a step for each attempt, and the last one for all further ones', () => {
  const plan = [
    '500',
    '500',
    '500 retry-after=7',
    'timeout 10s',
    'reset',
    'truncate 9',
    '200',
    '200',
  ];
  expect(scheduleOf([{ plan, headers: { 'retry-after': '3' } }])).toEqual([
    { from: 1, answer: '500', retryAfter: 3, reply: 0, step: 0 },
    { from: 3, answer: '500', retryAfter: 7, reply: 0, step: 2 },
    { from: 4, answer: 'timeout 10s', reply: 0, step: 3 },
    { from: 5, answer: 'reset', reply: 0, step: 4 },
    { from: 6, answer: 'truncate 9', retryAfter: 3, reply: 0, step: 5 },
    { from: 7, answer: '200', retryAfter: 3, reply: 0, step: 6 },
  ]);
});

test('a Retry-After that is a date is no number of seconds', () => {
  const headers = { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' };
  expect(scheduleOf([{ status: 503, headers }])).toEqual([
    { from: 1, answer: '503', reply: 0, step: 0 },
  ]);
});

test('a match on the attempt is for some of them', () => {
  const replies = [
    { when: 'attempt>2 attempt<=4', status: 500 },
    { when: 'attempt=4 -method:GET', status: 501 },
    { when: 'has:attempt -attempt=1', status: 502 },
  ];
  expect(scheduleOf(replies)).toEqual([
    { from: 1, answer: '200', reply: undefined, step: 0 },
    { from: 2, answer: '502', reply: 2, step: 0 },
    { from: 3, answer: '500', reply: 0, step: 0 },
    { from: 5, answer: '502', reply: 2, step: 0 },
  ]);
});

describe('the schedule gives what each attempt gives by itself', () => {
  const attempts = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('=', '>', '>=', '<', '<='),
      fc.constantFrom(
        '0',
        '1',
        '2',
        '3',
        '5.5',
        '7',
        '150',
        '-1',
        '1e1',
        '1e400',
        '2.9999999999999999999',
      ),
    )
    .map(([sign, operator, number]) => `${sign}attempt${operator}${number}`);
  const otherTerm = fc.constantFrom(
    'method:POST',
    'method:GET',
    'json.a=1',
    '-json.a=2',
    'has:attempt',
  );
  const step = fc.constantFrom(
    '500',
    '200',
    'reset',
    'timeout 1s',
    '429 retry-after=1',
    'truncate 3',
  );
  const reply = fc.record(
    {
      when: fc
        .array(fc.oneof(attempts, attempts, otherTerm), { maxLength: 3 })
        .map((terms) => terms.join(' ')),
      plan: fc.array(step, { minLength: 1, maxLength: 5 }),
    },
    { requiredKeys: [] },
  );

  test('for any replies', () => {
    const text = '{"a":1}';
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 5 }), (replies) => {
        const settings = readSettings({ replies });
        const facts = factsWith({ text });
        const { schedule } = examine(settings, facts);
        for (const attempt of [1, 2, 3, 4, 5, 6, 7, 8, 10, 149, 150, 151, 200]) {
          const index = settings.replies.findIndex(
            ({ when }) =>
              when === undefined ||
              holdsWithBody(when, { ...facts.request, attempt }, text, receivedAt),
          );
          const found = answerTo(schedule, attempt);
          expect(found.reply).toBe(index === -1 ? undefined : index);
          const plan = replies[index]?.plan ?? ['200'];
          const written = plan[Math.min(attempt, plan.length) - 1] ?? '';
          expect(found.answer).toBe(/^\d/.test(written) ? written.slice(0, 3) : written);
        }
        for (const [at, one] of schedule.entries()) {
          expect(one.from).toBeGreaterThan(schedule[at - 1]?.from ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
