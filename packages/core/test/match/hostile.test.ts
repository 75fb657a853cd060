import { expect, test } from 'vitest';
import {
  holdsWithBody,
  matchPlan,
  parseMatch,
  printMatch,
  readMatch,
} from '../../src/match/index.ts';
import { Needle } from '../../src/match/text/compared-text.ts';
import { now, requestWith } from './matchable.ts';

test.each([
  '"',
  "'",
  '\\"',
  '\\',
  '-',
  '- ',
  ':',
  '=',
  'json[',
  'json[" ',
  'header.',
  '\ud800',
  '\0 ',
])('a match of %j is read or refused, and what was read is printed', (part) => {
  for (const text of [part.repeat(100_000), part.repeat(Math.floor(2000 / part.length))]) {
    const { match, errors } = readMatch(text);
    expect(match.terms.length <= 64 && errors.length <= 66).toBe(true);
    const again = parseMatch(printMatch({ terms: match.terms.slice(0, 1) }));
    expect(again.terms.map(({ condition }) => condition)).toEqual(
      match.terms.slice(0, 1).map(({ condition }) => condition),
    );
  }
});

test('a plan has few needles, the longest of them', () => {
  const path = Array.from({ length: 500 }, (_, index) => `n${'x'.repeat(index % 7)}`).join('.');
  const { needles } = matchPlan(parseMatch(`json.${path}=1`), now);
  expect(needles.map(({ folded }) => folded.length)).toEqual([7, 7, 7, 7]);
});

test('of exponents of any length the longer is the greater', () => {
  const holds = (match: string, body: string) =>
    holdsWithBody(parseMatch(match), requestWith({ bodySize: body.length }), body, now);
  const huge = `1e${'9'.repeat(1_000_000)}`;
  expect(holds('json.a>1e99', `{"a":${huge}}`)).toBe(true);
  expect(holds('json.a<1e-99', `{"a":1e-${'9'.repeat(500)}}`)).toBe(true);
  expect(holds('json.a=1e1', `{"a":1e${'0'.repeat(200)}1}`)).toBe(true);
});

test('a long text in a short one is no work', () => {
  expect(new Needle('a'.repeat(4096)).isInFolded('a')).toBe(false);
});

test('exponents are never multiplied out', () => {
  const body = '{"a":1e999999999,"b":-1e-999999999}';
  const finds = (match: string) =>
    holdsWithBody(parseMatch(match), requestWith({ bodySize: body.length }), body, now);
  expect(finds('json.a>1e999999998 json.a<1e1000000000 json.a=10e999999998 json.b<0')).toBe(true);
});
