import { expect, test } from 'vitest';
import { parsePlan, parseStep, printPlan, stepForms } from '../../src/rules/index.ts';

test('a plan is steps with commas between them', () => {
  const plan = parsePlan(' 500,timeout  10s ,reset, 429 retry-after=60, truncate 100,200 delay=3s');
  expect(plan).toEqual([
    { written: '500', kind: 'status', status: 500 },
    { written: 'timeout 10s', kind: 'timeout', ms: 10_000 },
    { written: 'reset', kind: 'reset' },
    { written: '429 retry-after=60', kind: 'status', status: 429, retryAfter: 60 },
    { written: 'truncate 100', kind: 'truncate', bytes: 100 },
    { written: '200 delay=3s', kind: 'status', status: 200, delayMs: 3000 },
  ]);
  expect(parsePlan(printPlan(plan))).toEqual(plan);
});

test('a wrong step is named', () => {
  expect(() => parsePlan('500,, 200')).toThrow(/^plan\[1\]: "" is not a step/);
  expect(() => parsePlan('')).toThrow(/^plan\[0\]: /);
  expect(() => parseStep('x'.repeat(5000), 'step')).toThrow(/^step: .{1,80}$/);
});

test('every example of the help is a step of its form', () => {
  for (const { start, examples } of stepForms) {
    for (const example of examples) {
      expect(parseStep(example, 'step').kind).toBe(start === '' ? 'status' : start);
    }
  }
});
