import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { timeRatio } from '../../../core/test/time-ratio.ts';
import { jsonObjectIn } from '../../src/rendering/json-object.ts';

/** The JSON object that a text is, in parts that end at the given positions. */
function objectIn(text: string, ends: number[] = []): string | undefined {
  const parts: string[] = [];
  let start = 0;
  for (const end of [...ends.map((end) => end % (text.length + 1)), text.length].toSorted(
    (one, other) => one - other,
  )) {
    parts.push(text.slice(start, end));
    start = end;
  }
  const found = jsonObjectIn(parts);
  return found && text.slice(found.start, found.end);
}

it('is what JSON.parse takes, and nothing else', () => {
  const piece = fc.constantFrom(
    ...'{}[],:"\\/-+.eE019 \t\n\r'.split(''),
    ...[
      'true',
      'false',
      'null',
      'nul',
      '"a"',
      '"\\u00e9"',
      '"\\ud800"',
      '"\\u12',
      '\u0001',
      'é',
      '😀',
    ],
    ...['-0', '1.5e+3', '01', '1.', '{"a":', '[1,', '\uFEFF', '\u00a0', '\u2028'],
  );
  const mutated = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), piece)
    .map(([text, place, removed, added]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + added + text.slice(at + removed);
    });
  const any = fc.oneof(
    fc.json(),
    mutated,
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  const text = fc.oneof(
    any,
    any.map((value) => `{"a":${value}}`),
    fc
      .dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 5 }), (sent, ends) => {
      const text = sent.toWellFormed();
      expect(objectIn(text, ends)).toBe(isParsedObject(text) ? text.trim() : undefined);
    }),
    { numRuns: 500 },
  );
});

function isParsedObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

it('is found out in one pass, however deep it is nested', async () => {
  const depth = 500_000;
  const hostile = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const string = `{"a":"${'\\n'.repeat(depth)}"}`;
  const read = (text: string) => () => expect(objectIn(text)).toHaveLength(text.length);
  // JSON.parse takes a hundred times as long for the hostile text as for the string.
  expect(await timeRatio(read(hostile), read(string), 10)).toBeLessThan(10);
});
