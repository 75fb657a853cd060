import { expect, test } from 'vitest';
import {
  BodyMatcher,
  holdsWithBody,
  matchPlan,
  parseMatch,
  printMatch,
  readMatch,
} from '../src/index.ts';
import { Needle } from '../src/text/needle.ts';
import { now, requestWith } from './matchable.ts';

const size = 96_000;

/** The least time of five runs, in ms: what else the machine does only adds to it. */
function leastMs(run: () => void): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = performance.now();
    run();
    return performance.now() - before;
  });
  return Math.min(...times);
}

function applied(match: string, text: string, chunkCharacters = 16_384): boolean {
  const matcher = new BodyMatcher(parseMatch(match), requestWith({ bodySize: text.length }), now);
  for (let at = 0; at < text.length; at += chunkCharacters) {
    matcher.push(text.slice(at, at + chunkCharacters));
  }
  return matcher.end();
}

/** The same length in one text may take 8 times as long as in sixteen; in the square it would take 16 times as long. */
test.each([
  ["a's that nearly match", `body:b${'a'.repeat(3000)}`, (length: number) => 'a'.repeat(length)],
  [
    "a's that nearly match at the end",
    `body:${'a'.repeat(3000)}b`,
    (length: number) => 'a'.repeat(length),
  ],
  ["a's and a short text", `body:b${'a'.repeat(240)}`, (length: number) => 'a'.repeat(length)],
  ['open brackets', 'json.a.b=1', (length: number) => '['.repeat(length)],
  ['open objects', 'json.a.a.a=1', (length: number) => '{"a":'.repeat(length / 5)],
  [
    'repeated names',
    'json.a.b=1 json.a.c=1',
    (length: number) => `{${'"a":{"b":1},'.repeat(length / 12)}"a":1}`,
  ],
  ['a number', 'json.a>1', (length: number) => `{"a":1${'0'.repeat(length)}}`],
  ['an exponent', 'json.a>1', (length: number) => `{"a":1e${'9'.repeat(length)}}`],
  ['escapes', 'json.a:zz', (length: number) => `{"a":"${'\\u0061'.repeat(length / 6)}"}`],
  ['quotes', 'json.a:zz', (length: number) => `["${'\\"'.repeat(length / 2)}"]`],
])('a body of %s takes linear time', (_name, match, textOf) => {
  const parts = Array<string>(16).fill(textOf(size / 16));
  const large = textOf(size);
  applied(match, large);
  const partsMs = leastMs(() => {
    for (const part of parts) applied(match, part);
  });
  const largeMs = leastMs(() => applied(match, large));
  expect(largeMs / Math.max(partsMs, 1)).toBeLessThan(8);
});

test('tiny chunks cost no more than their characters', () => {
  const match = `body:${'ab'.repeat(1500)}c`;
  const text = 'ab'.repeat(size / 8);
  applied(match, text, 1);
  const [tinyMs, wholeMs] = [
    leastMs(() => applied(match, text, 1)),
    leastMs(() => applied(match, text)),
  ];
  expect(tinyMs / Math.max(wholeMs, 0.5)).toBeLessThan(100);
});

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

test('a long path costs no more for each repeated name than a short one', () => {
  const text = `{${'"a":1,'.repeat(20_000)}"a":1}`;
  const short = leastMs(() => applied('json.a.b=1', text));
  const long = leastMs(() => applied(`json${'.a'.repeat(2000)}=1`, text));
  expect(long).toBeLessThan(20 * short + 20);
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
  expect(new Needle('a'.repeat(4096)).isIn('a')).toBe(false);
});

test('exponents are never multiplied out', () => {
  const body = '{"a":1e999999999,"b":-1e-999999999}';
  const finds = (match: string) =>
    holdsWithBody(parseMatch(match), requestWith({ bodySize: body.length }), body, now);
  expect(finds('json.a>1e999999998 json.a<1e1000000000 json.a=10e999999998 json.b<0')).toBe(true);
});
