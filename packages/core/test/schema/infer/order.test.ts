import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaOf } from '../../../src/schema/index.ts';
import { added, choices, pressing, wide } from './orders.ts';
import { payloads } from './payloads.ts';
import { printedSchemaOf, schemaOfAll } from './read-samples.ts';

test('makes the same schema of JSON in any order and grouping', () => {
  // Few names, so that places are shared.
  const key = fc.constantFrom('a', 'b', 'c', '__proto__', '1');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'value' },
      fc.constantFrom(null, true, 1, 1.5, 'x', '2026-01-01', 'https://example.com'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 12 }), choices, (values, order) => {
      const texts = values.map((sample) => JSON.stringify(sample));
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printedSchemaOf(texts));
    }),
    { numRuns: 200 },
  );
});

test('makes the same schema of real payloads in any order and grouping', () => {
  const texts = [...payloads.values()].flatMap((bodies) => bodies.slice(0, 1));
  const printed = printedSchemaOf(texts);
  fc.assert(
    fc.property(choices, (order) => {
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printed);
    }),
    { numRuns: 2 },
  );
});

test('makes the same schema in any order and grouping where bounds are met', () => {
  fc.assert(
    fc.property(fc.array(pressing, { minLength: 3, maxLength: 9 }), choices, (texts, order) => {
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printedSchemaOf(texts));
    }),
    // To find a smaller one would take minutes.
    { numRuns: 3, endOnFailure: true },
  );
});

const inFive = (value: string) => `{${[...'abcde'].map((name) => `"${name}":${value}`).join(',')}}`;

test.each([
  ['what stands within', (from: number) => wide(300, from, wide(20, 0, '1')), wide(1001, 0, '1')],
  [
    'their characters',
    (from: number) => inFive(wide(300, from, '1', 'n'.repeat(240))),
    inFive(wide(1001, 0, '1')),
  ],
])(
  'is as coarse whether an object becomes a map before %s take too much or after',
  (_, part, last) => {
    const texts = [part(0), part(300), part(600), last];
    const before = printedSchemaOf(texts.toReversed());
    expect(before).toContain('names of objects that have more than 500 of them');
    expect(before).toBe(printedSchemaOf(texts));
    expect(before).toBe(JSON.stringify(schemaOf(added(texts, [0, 3, 1]))));
  },
);

test('makes the same schema of values in one sample, which is made coarser while it is read', () => {
  const parts = [0, 300, 600, 900].map((from) => wide(300, from, wide(20, from, '[{"x":1}]')));
  const lasts = [wide(500, 3000, '[{"y":"x"}]'), '{"z":[{"z":{}}]}', '{"z":[{"z":{"z":null}}]}'];
  const {
    $schema,
    'x-samples': count,
    'x-left-out': leftOut,
    ...values
  } = schemaOfAll([...parts, ...lasts]);
  expect(leftOut).not.toContain('names of objects that have more than 1000 of them');
  const one = schemaOfAll([`{"of":[[${[...parts, ...lasts].join(',')}]]}`]);
  expect(one.properties?.of?.items?.items).toEqual(values);
});
