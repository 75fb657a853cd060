import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type JsonStyle,
  printJsonText,
  readJsonText,
} from '../../src/signatures/explain/json-text.ts';

function rewritten(text: string, style: Partial<JsonStyle>, mostCharacters = 1e6) {
  const json = readJsonText(text);
  const whole: JsonStyle = { spacing: 'compact', letters: {}, isSorted: false, ...style };
  return json === undefined ? undefined : printJsonText(json, whole, mostCharacters);
}

const characters = fc
  .array(
    fc.constantFrom('a', 'é', '/', '<', '\\', '"', '\0', '\u007f', '\ud800', '\u2028', '😀', ' '),
  )
  .map((each) => each.join(''));

test('a text is written as JSON.stringify writes it, from any other style', () => {
  fc.assert(
    fc.property(
      // A number may be written in more than one way, and is kept as it came.
      fc
        .tuple(fc.jsonValue({ maxDepth: 3 }), characters)
        .map(([value, text]) => [{ [text]: value, '': text }, text]),
      fc.constantFrom(undefined, '  ', '\t \r\n'),
      fc.constantFrom('  ', '    ', '\t'),
      (value, from, spacing) => {
        const text = JSON.stringify(value, null, from);
        expect(rewritten(text, {})).toBe(JSON.stringify(value));
        expect(rewritten(text, { spacing })).toBe(JSON.stringify(value, null, spacing));
        const letters = { ascii: true, slashes: true, html: true } as const;
        const escaped = rewritten(text, { letters, spacing: 'spaced' }) ?? '';
        expect(escaped).toMatch(/^[ -~]*$/);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(text));
        expect(rewritten(escaped, { letters: { literal: true } })).toBe(JSON.stringify(value));
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  [
    'numbers',
    '{"b":1.0,"a":-0e+00,"a":12345678901234567890}',
    '{"a":-0e+00,"a":12345678901234567890,"b":1.0}',
  ],
  ['escapes', ' [ "\\\\" , "\\\\\\"" ] ', '["\\\\","\\\\\\""]'],
  ['no end', '{"a"', undefined],
  ['nothing', '', undefined],
  ['a mark', '\ufeff{}', undefined],
  ['too deep', `${'['.repeat(102)}${']'.repeat(102)}`, undefined],
  ['too many', `[${'1,'.repeat(100_000)}1]`, undefined],
])('%s', (_name, text, expected) => {
  expect(rewritten(text, { isSorted: true })).toBe(expected);
});

test('a text ends at its bound', () => {
  expect(rewritten('[1,2,3]', {}, 7)).toBe('[1,2,3]');
  expect(rewritten(`[${'[],'.repeat(1000)}1]`, { spacing: '    ' }, 100)).toBeUndefined();
});
