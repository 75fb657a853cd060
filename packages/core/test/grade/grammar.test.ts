import { describe, expect, test } from 'vitest';
import { printExpectation } from '../../src/grade/expectation.ts';
import {
  ExpectationError,
  expectationForms,
  parseExpectations,
  planFor,
} from '../../src/grade/index.ts';

const read = (text: string) => parseExpectations(text).map(printExpectation).join(' ');

test.each([
  ['attempts>=4 within=24h backoff=growing', undefined],
  ['same-id same-body fresh-signature stops-after-2xx honours-retry-after', undefined],
  ['timeout<=15s attempts<=9 timeout>500ms', undefined],
  ['  ATTEMPTS>3\n\tWithin=48H ', 'attempts>3 within=2d'],
  ['within=1.5m', 'within=90s'],
  ['within=0.5s timeout<1m', 'within=500ms timeout<60s'],
])('"%s" is read and printed', (text, printed = text) => {
  expect(read(text)).toBe(printed);
});

test('every expectation has an example that is one', () => {
  const examples = expectationForms.map(({ example }) => example).join(' ');
  expect(read(examples)).toBe(examples);
});

test.each<[text: string, wrong: string]>([
  [' \n', ' \n'],
  ['same-id sane-body', 'sane-body'],
  ['same-id attempts >= 4', 'attempts'],
  ['attempts>=0', 'attempts>=0'],
  ['attempts<1', 'attempts<1'],
  ['attempts>1000', 'attempts>1000'],
  ['attempts>=1e3', 'attempts>=1e3'],
  ['attempts==4', 'attempts==4'],
  ['attempts>=4 attempts>5', 'attempts>5'],
  ['same-id SAME-ID', 'SAME-ID'],
  ['same-id=yes', 'same-id=yes'],
  ['backoff=linear', 'backoff=linear'],
  ['within<=24h', 'within<=24h'],
  ['within=24', 'within=24'],
  ['within=9999d', 'within=9999d'],
  ['timeout=15s', 'timeout=15s'],
  ['timeout<=', 'timeout<='],
  ['constructor', 'constructor'],
])('"%s" is refused at "%s"', (text, wrong) => {
  const refusal = expect.objectContaining({
    name: 'ExpectationError',
    start: text.indexOf(wrong),
    end: text.indexOf(wrong) + wrong.length,
  });
  expect(() => parseExpectations(text)).toThrow(refusal);
  expect(() => parseExpectations(text)).toThrow(ExpectationError);
});

describe('a plan for expectations', () => {
  test.each([
    ['same-id', '500, 500, 500, 200'],
    ['attempts>5', '500, 500, 500, 500, 500, 200'],
    ['timeout<=15s honours-retry-after', '500, 500, timeout 23500ms, 429 retry-after=5, 200'],
    ['timeout<=10m', '500, 500, timeout 2m, 200'],
  ])('%s', (text, plan) => {
    expect(planFor(parseExpectations(text)).join(', ')).toBe(plan);
  });

  test('never has more steps than one may have', () => {
    const plan = planFor(parseExpectations('attempts>=1000 honours-retry-after'));
    expect(plan).toHaveLength(100);
    expect(plan.slice(-2)).toEqual(['429 retry-after=5', '200']);
  });
});
