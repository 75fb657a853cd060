import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shape, schemaOf } from '../../src/index.ts';
import { payloads } from './payloads.ts';
import { printedSchemaOf, schemaOfAll, shapeOf } from './read-samples.ts';

/** Adds the shapes of texts to one another in an order and a grouping that a sequence of numbers tells. */
function added(texts: readonly string[], choices: readonly number[]): Shape {
  const shapes = texts.map(shapeOf);
  for (let turn = 0; shapes.length > 1; turn += 1) {
    const [first, second] = [2 * turn, 2 * turn + 1].map((place) =>
      shapes.splice((choices[place % choices.length] ?? 0) % shapes.length, 1),
    );
    const sum = first?.[0] ?? new Shape();
    sum.add(second?.[0] ?? new Shape());
    shapes.push(sum);
  }
  return shapes[0] ?? new Shape();
}

const choices = fc.array(fc.nat(1000), { minLength: 2, maxLength: 40 });

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

/** An object of so many names from a number on, each with that value. */
function wide(count: number, from: number, value: string, prefix = 'k'): string {
  const names = Array.from({ length: count }, (_, index) => `"${prefix}${from + index}":${value}`);
  return `{${names.join(',')}}`;
}

function nested(depth: number, value: string): string {
  return `${'{"d":['.repeat(depth)}${value}${']}'.repeat(depth)}`;
}

// Samples that meet every bound together, though few does alone.
const inner = fc.oneof(
  fc.constantFrom('1', '{}', '"x"', wide(12, 0, '1'), nested(40, '1')),
  fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(900)).map(([n, from]) => wide(n, from, '1')),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9))
    .map(([n, from]) => wide(n, from, wide(n, n, '1'))),
);
const pressing = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 600 }), fc.nat(900), inner)
    .map(([count, from, value]) => wide(count, from, value)),
  fc
    .tuple(fc.integer({ min: 1, max: 200 }), fc.nat(200), inner)
    .map(([count, from, value]) => `{"k1":${wide(count, from, value)}}`),
  fc.tuple(fc.integer({ min: 1, max: 70 }), inner).map(([depth, value]) => nested(depth, value)),
  fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.nat(300))
    .map(([count, from]) => wide(count, from, '1', 'n'.repeat(240))),
);

test('makes the same schema in any order and grouping where bounds are met', () => {
  fc.assert(
    fc.property(fc.array(pressing, { minLength: 3, maxLength: 9 }), choices, (texts, order) => {
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printedSchemaOf(texts));
    }),
    // To find a smaller one would take minutes.
    { numRuns: 4, endOnFailure: true },
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
