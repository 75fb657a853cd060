import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, SetupError } from '../../../src/rules/files/index.ts';

describe('a document', () => {
  test('is YAML, and so also JSON', () => {
    const value = { a: [1, 'two', null, true], b: { c: 'd\n' } };
    expect(readDocument(JSON.stringify(value))).toEqual(value);
    expect(readDocument('a: [1, two, null, true]\nb:\n  c: |\n    d\n')).toEqual(value);
  });

  test('in JSON is what JSON says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = JSON.stringify(value, null, 2);
        expect(readDocument(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test('has texts where older YAML had booleans and dates', () => {
    expect(readDocument('[yes, no, on, 2026-01-01, 1:30]')).toEqual([
      ...['yes', 'no', 'on', '2026-01-01', '1:30'],
    ]);
  });

  test('may name a value once and use it often', () => {
    const text = 'ok: &ok { status: 204 }\nreplies: [*ok, *ok]';
    expect(readDocument(text)).toMatchObject({ replies: [{ status: 204 }, { status: 204 }] });
  });

  test.each([
    ['a: 1\na: 2', 'line 2, column 1: Map keys must be unique'],
    ['{"a": 1, "a": 2}', 'line 1, column 10: Map keys must be unique'],
    ['a: [1', /^line \d+, column \d+: /],
    ['a: !!js/function "x"', /^line 1, column 4: .*tag/i],
    ['a: 1\n---\nb: 2', /^line \d+, column \d+: .*multiple documents/],
    ['a: *nobody', /^document: .*alias/i],
    ['? [a, b]\n: 1', /^line 1, column \d+: /],
    ['['.repeat(20_000), /^(document|line 1.*): it is nested too deeply$/],
  ])('is refused with one line that names the place: %#', (text, sentence) => {
    const failure = failureOf(() => readDocument(text));
    expect(failure).toBeInstanceOf(SetupError);
    expect(failure.message).toMatch(sentence);
    expect(failure.message).not.toContain('\n');
  });

  test('whose few lines stand for billions of values is refused', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level++) {
      const before = Array(10)
        .fill(`*a${level - 1}`)
        .join(', ');
      lines.push(`a${level}: &a${level} [${before}]`);
    }
    expect(failureOf(() => readDocument(lines.join('\n'))).message).toMatch(/alias/i);
  });

  test('can name a member __proto__, which changes nothing else', () => {
    const value = readDocument('{"__proto__": {"polluted": 1}}');
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(Object(value).polluted).toBeUndefined();
  });
});

function failureOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}
