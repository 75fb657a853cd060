import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaOf } from '../../src/index.ts';
import { added, choices, pressing } from './orders.ts';
import { printedSchemaOf } from './read-samples.ts';

test('makes the same schema in any order and grouping where bounds are met', () => {
  fc.assert(
    fc.property(fc.array(pressing, { minLength: 3, maxLength: 9 }), choices, (texts, order) => {
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printedSchemaOf(texts));
    }),
    // To find a smaller one would take minutes.
    { numRuns: 60, endOnFailure: true },
  );
});
