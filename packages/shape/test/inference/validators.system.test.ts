import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payloads } from './payloads.ts';
import { printedSchemaOf } from './read-samples.ts';
import { judges } from './validators.ts';

describe.each(Object.entries(judges))('%s', (_, judge) => {
  test('finds that every real payload fits, in the schema of its event and in that of all', () => {
    for (const [name, texts] of payloads) {
      expect(judge(printedSchemaOf(texts), texts), name).toEqual([]);
    }
    const all = [...payloads.values()].flat();
    expect(judge(printedSchemaOf(all), all)).toEqual([]);
  });

  test('finds that any JSON fits the schema that was made of it', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 6 }), { minLength: 1, maxLength: 9 }), (texts) => {
        expect(judge(printedSchemaOf(texts), texts)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});
