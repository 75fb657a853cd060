import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { timeRatio } from '../../../core/test/time-ratio.ts';
import { JsonScanner } from '../../src/rendering/text/json-scanner.ts';

/** Whether a text is a JSON object, fed in pieces that end at the given positions. */
function isJsonObject(text: string, ends: number[] = []): boolean {
  return scan(Buffer.from(text), ends).isObject;
}

function scan(bytes: Uint8Array, ends: number[] = []): JsonScanner {
  const scanner = new JsonScanner();
  let start = 0;
  for (const end of [...ends.map((end) => end % (bytes.length + 1)), bytes.length].toSorted(
    (one, other) => one - other,
  )) {
    scanner.feed(bytes.subarray(start, end));
    start = end;
  }
  return scanner;
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
      expect(isJsonObject(sent, ends)).toBe(isParsedObject(Buffer.from(sent).toString()));
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
  const hostile = Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const string = Buffer.from(`{"a":"${'\\n'.repeat(depth)}"}`);
  const read = (bytes: Uint8Array) => () => expect(scan(bytes).isObject).toBe(true);
  // JSON.parse takes a hundred times as long for the hostile text as for the string.
  expect(await timeRatio(read(hostile), read(string), 10)).toBeLessThan(10);
});
