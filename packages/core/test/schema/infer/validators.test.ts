import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payloads } from './payloads.ts';
import { printedSchemaOf } from './read-samples.ts';
import { judges } from './validators.ts';

const few = [...payloads].filter(([, texts]) => texts.length > 1 && texts.join('').length < 9000);

describe.each(Object.entries(judges))('%s', (_, judge) => {
  test('takes the schemas of real payloads, and finds that every payload fits', () => {
    expect(few.length).toBeGreaterThan(5);
    for (const [name, texts] of few) {
      expect(judge(printedSchemaOf(texts), texts), name).toEqual([]);
    }
  });

  test('finds that any JSON fits the schema that was made of it', () => {
    fc.assert(
      fc.property(fc.array(fc.json(), { minLength: 1, maxLength: 5 }), (texts) => {
        expect(judge(printedSchemaOf(texts), texts)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('finds that samples fit which met bounds, or have names that objects inherit', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `{"of":{"id-${index}":{"a":${index}}}}`);
    const names = Array.from({ length: 1001 }, (_, index) => `"n${index}":{"a":[${index}]}`);
    const wide = `{"of":{${names.join(',')}}}`;
    const deep = `${'{"a":['.repeat(70)}1${']}'.repeat(70)}`;
    const inherited = ['{"valueOf":[],"__proto__":1,"toString":"x"}', '{}'];
    const long = `{"${'n'.repeat(300)}":1,"a":"x"}`;
    for (const texts of [
      ids,
      [...ids, wide],
      [deep],
      [long, '{"b":null}'],
      ['[1e999]', '[{}]'],
      inherited,
    ]) {
      expect(judge(printedSchemaOf(texts), texts)).toEqual([]);
    }
  });

  test('finds what differs', () => {
    const schema = printedSchemaOf(['{"id":1,"at":"2026-01-01T00:00:00Z","lines":[{"a":true}]}']);
    for (const other of [
      '{"id":1.5,"at":"2026-01-01T00:00:00Z","lines":[]}',
      '{"id":1,"at":"yesterday","lines":[]}',
      '{"id":1,"at":"2026-01-01T00:00:00Z","lines":[{"a":1}]}',
      '{"id":1,"at":"2026-01-01T00:00:00Z"}',
    ]) {
      expect(judge(schema, [other]), other).not.toEqual([]);
    }
  });
});
