import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/requests/json-object.ts';

function accepts(text: string): boolean {
  return isJsonObject(Buffer.from(text));
}

/** The same question, answered by the platform. */
function isObjectToPlatform(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const fragments = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"b":',
  '\\',
  '\\u00e9',
  '\\u00',
  '\\x',
  '\\"',
  ' ',
  '\n',
  '\t',
  '\r',
  '\v',
  '\u00a0',
  '\uFEFF',
  '0',
  '1',
  '-',
  '+',
  '.',
  'e',
  'E5',
  '01',
  '1.5',
  '-0',
  '1e+9',
  'true',
  'false',
  'null',
  'tru',
  'nul',
  'NaN',
  '\0',
  '\u001f',
  '\u007f',
  '\u2028',
  'é',
  '😀',
  '//',
  "'",
];

describe('a JSON object', () => {
  it.each([
    '{}',
    ' \t\r\n{ } \n',
    '{"a":{"b":[{},[],[[]],"",null,true,false,-0.5e-7,10]}}',
    '{"id":820982911946154508,"id":1.0000000000000000001}',
    '{"__proto__":{"a":1},"constructor":2}',
    '{"\\ud800":"\\udfff\\/\\b\\f\\n\\r\\t"}',
  ])('is %s', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '[]',
    '[{}]',
    '1',
    '"{}"',
    'null',
    '{',
    '}',
    '{}}',
    '{}{}',
    '{},',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{a:1}',
    "{'a':1}",
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1}',
    '{"a":01}',
    '{"a":.5}',
    '{"a":5.}',
    '{"a":+1}',
    '{"a":1e}',
    '{"a":--1}',
    '{"a":tru}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":"\\',
    '{"a":"',
    '{"a":1}\0',
    '\uFEFF{}',
    '{}//',
    '{"a":NaN}',
    '{"a":0x1}',
    '{"a":1 2}',
    '{"a" "b"}',
    '\u00a0{}',
  ])('is not %j', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('is what the platform takes for one', () => {
    const text = fc.oneof(
      fc.json(),
      fc.json({ stringUnit: 'binary' }).map((value) => `{"a":${value}}`),
      fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((list) => list.join('')),
      fc
        .array(fc.constantFrom(...fragments), { maxLength: 5 })
        .map((list) => `{"a":${list.join('')}}`),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        expect(accepts(candidate)).toBe(isObjectToPlatform(candidate));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is found out with one character changed', () => {
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...fragments, ''))
      .map(([json, place, piece]) => {
        const text = `{"a":${json}}`;
        const at = place % text.length;
        return text.slice(0, at) + piece + text.slice(at + 1);
      });
    fc.assert(
      fc.property(changed, (candidate) => {
        expect(accepts(candidate)).toBe(isObjectToPlatform(candidate));
      }),
      { numRuns: 3_000 },
    );
  });

  it('may be nested as deeply as it fits', () => {
    const depth = 1_000_000;
    expect(accepts(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe(true);
    expect(accepts(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(true);
    expect(accepts(`{"a":${'['.repeat(depth)}`)).toBe(false);
  });
});
