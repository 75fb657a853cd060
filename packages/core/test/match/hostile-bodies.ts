import { BodyMatcher, parseMatch } from '../../src/match/index.ts';
import { now, requestWith } from './matchable.ts';

/** The length in characters of the hostile bodies whose times are compared. */
export const size = 96_000;

/** Bodies that make a careless reader take its time in the square: their name, a match, and their text of a length. */
export const hostileBodies: readonly [string, string, (length: number) => string][] = [
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
];

/** Whether the match holds for a body that comes in chunks. */
export function applied(match: string, text: string, chunkCharacters = 16_384): boolean {
  const matcher = new BodyMatcher(parseMatch(match), requestWith({ bodySize: text.length }), now);
  for (let at = 0; at < text.length; at += chunkCharacters) {
    matcher.push(text.slice(at, at + chunkCharacters));
  }
  return matcher.end();
}
