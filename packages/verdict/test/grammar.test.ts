import { describe, expect, test } from 'vitest';
import {
  ExpectationError,
  expectationForms,
  parseExpectations,
  planFor,
  printExpectations,
} from '../src/index.ts';

test.each([
  ['attempts>=4 within=24h backoff=growing', undefined],
  ['same-id same-body fresh-signature stops-after-2xx honours-retry-after', undefined],
  ['timeout<=15s attempts<=9 timeout>500ms', undefined],
  ['attempts=1', undefined],
  ['  ATTEMPTS>3\n\tWithin=48H ', 'attempts>3 within=2d'],
  ['within=1.5m', 'within=90s'],
  ['within=1d', 'within=24h'],
  ['within=60m', 'within=60m'],
  ['within=0.5s timeout<1m', 'within=500ms timeout<60s'],
  ['within=7d', undefined],
])('"%s" is read and printed', (text, printed = text) => {
  const expectations = parseExpectations(text);
  expect(printExpectations(expectations)).toBe(printed);
  expect(parseExpectations(printed)).toEqual(expectations);
});

test('every expectation has an example that is one', () => {
  const examples = expectationForms.map(({ example }) => example).join(' ');
  expect(printExpectations(parseExpectations(examples))).toBe(examples);
});

test.each<[text: string, wrong: string, sentence: RegExp]>([
  ['', '', /at least one/],
  [' \n', ' \n', /at least one/],
  ['same-id sane-body', 'sane-body', /"sane-body" is not an expectation; known are attempts>=4, /],
  ['same-id attempts >= 4', 'attempts', /needs >=/],
  ['attempts>=4 >= 5', '>=', /without white space/],
  ['attempts>=0', 'attempts>=0', /from 1 to 1000/],
  ['attempts<1', 'attempts<1', /from 2 to 1000/],
  ['attempts>1000', 'attempts>1000', /from 1 to 999/],
  ['attempts>=1e3', 'attempts>=1e3', /whole number/],
  ['attempts==4', 'attempts==4', /needs >=/],
  ['attempts=>4', 'attempts=>4', /needs >=/],
  ['attempts>=4 attempts>5', 'attempts>5', /twice/],
  ['same-id SAME-ID', 'SAME-ID', /twice/],
  ['same-id=yes', 'same-id=yes', /stands alone/],
  ['backoff', 'backoff', /only be growing/],
  ['backoff=linear', 'backoff=linear', /only be growing/],
  ['within<=24h', 'within<=24h', /needs =/],
  ['within=24', 'within=24', /a time of up to 365d/],
  ['within=0s', 'within=0s', /a time of up to 365d/],
  ['within=9999d', 'within=9999d', /a time of up to 365d/],
  ['timeout=15s', 'timeout=15s', /needs <=/],
  ['timeout<=', 'timeout<=', /needs a time/],
  ['constructor', 'constructor', /not an expectation/],
])('"%s" is refused at "%s"', (text, wrong, sentence) => {
  const parse = () => parseExpectations(text);
  expect(parse).toThrow(ExpectationError);
  expect(parse).toThrow(sentence);
  try {
    parse();
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    expect(text.slice(error.start, error.end)).toBe(wrong);
  }
});

describe('a plan for expectations', () => {
  test.each([
    ['same-id', ['500', '500', '500', '200']],
    ['attempts>=2', ['500', '500', '200']],
    ['attempts>5', ['500', '500', '500', '500', '500', '200']],
    ['honours-retry-after', ['500', '500', '429 retry-after=5', '200']],
    [
      'timeout<=15s honours-retry-after',
      ['500', '500', 'timeout 23500ms', '429 retry-after=5', '200'],
    ],
    ['timeout<=10m', ['500', '500', 'timeout 2m', '200']],
  ])('%s', (text, plan) => {
    expect(planFor(parseExpectations(text)).length).toBeGreaterThanOrEqual(3);
    expect(planFor(parseExpectations(text)).join(', ')).toBe(plan.join(', '));
  });

  test('never has more steps than one may have', () => {
    const plan = planFor(parseExpectations('attempts>=1000 honours-retry-after'));
    expect(plan).toHaveLength(100);
    expect(plan.slice(-2)).toEqual(['429 retry-after=5', '200']);
  });
});
