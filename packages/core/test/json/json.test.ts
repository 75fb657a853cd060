import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonKind, type JsonToken, JsonTokenizer, jsonName } from '../../src/json/tokenizer.ts';

/** The tokens of a text that is read in pieces of that many characters; `undefined` if it is no JSON. */
function tokensOf(
  text: string,
  size = text.length,
): [token: JsonToken, text: string][] | undefined {
  const tokens: [JsonToken, string][] = [];
  const open: number[] = [];
  let read = 0;
  const tokenizer = new JsonTokenizer({
    begin: (_, at) => open.push(read + at),
    end: (token, at) => tokens.push([token, text.slice(open.pop(), read + at)]),
  });
  for (; read < text.length; read += size) tokenizer.read(text.slice(read, read + size));
  return tokenizer.end(text.length - read) ? tokens : undefined;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const piece = fc.constantFrom(
  ...'{}[]",:-+.eE019 \n\t\\u/tnalsrfé',
  ...['true', 'null', 'fals', '"a"', 'u00e9', '\\u00', '{"a":', '[1,'],
  ...['\u0001', '\u00a0', '\u2028', '\ud800', '\ufeff'],
);
const pieces = fc.array(piece, { maxLength: 12 }).map((each) => each.join(''));
const changed = fc
  .tuple(fc.json(), fc.nat(), fc.nat({ max: 1 }), piece)
  .map(([text, place, removed, put]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + removed);
  });

test('JSON is what JSON.parse accepts, and nothing else, in pieces of any size', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, changed), fc.integer({ min: 1, max: 9 }), (text, size) => {
      const tokens = tokensOf(text);
      expect(tokens !== undefined, text).toBe(parses(text));
      expect(tokensOf(text, size)).toEqual(tokens);
    }),
    { numRuns: 1500 },
  );
});

test.each([
  '',
  ' ',
  '[',
  '{',
  '{"a"',
  '"',
  '1.',
  '-',
  '1e',
  'tru',
  '01',
  '[1,]',
  '{"a":1,}',
  '1 2',
  '\u00a01',
  '"\u0001"',
  '"\\x"',
  '"\\u12g4"',
  '[1}',
  '{]',
  "'a'",
])('%j is no JSON', (text) => {
  expect(tokensOf(text)).toBeUndefined();
});

test('tokens are told where they end, with every digit, escape and repeated name', () => {
  expect(tokensOf(' {"a": [1.50, "\\u0041"], "a" :null} ', 3)).toEqual([
    [jsonName, '"a"'],
    [JsonKind.number, '1.50'],
    [JsonKind.string, '"\\u0041"'],
    [JsonKind.array, '[1.50, "\\u0041"]'],
    [jsonName, '"a"'],
    [JsonKind.null, 'null'],
    [JsonKind.object, '{"a": [1.50, "\\u0041"], "a" :null}'],
  ]);
});

test('the place of a fault is that of the first character that cannot stand there', () => {
  const faultIn = (text: string) => {
    const tokenizer = new JsonTokenizer({ begin: () => {}, end: () => {} });
    tokenizer.read(text);
    return tokenizer.fault;
  };
  expect(faultIn('[1, 2')).toBeUndefined();
  expect(faultIn('{"a" 1}')).toBe(5);
  expect(faultIn('[1.5.2]')).toBe(4);
  expect(faultIn('["\\x"]')).toBe(3);
  expect(faultIn('[nul]')).toBe(4);
});
