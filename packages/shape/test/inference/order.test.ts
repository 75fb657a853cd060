import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shape, schemaOf } from '../../src/index.ts';
import { payloads } from './payloads.ts';
import { shapeOf } from './read-samples.ts';

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

function printedInOrder(texts: readonly string[]): string {
  const all = new Shape();
  for (const text of texts) all.add(shapeOf(text));
  return JSON.stringify(schemaOf(all));
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
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printedInOrder(texts));
    }),
    { numRuns: 300 },
  );
});

test('makes the same schema of real payloads in any order and grouping', () => {
  const texts = [...payloads.values()].flatMap((bodies) => bodies.slice(0, 2));
  const printed = printedInOrder(texts);
  fc.assert(
    fc.property(choices, (order) => {
      expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printed);
    }),
    { numRuns: 5 },
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
  const stepsMet = new Set<number>();
  fc.assert(
    fc.property(fc.array(pressing, { minLength: 3, maxLength: 9 }), choices, (texts, order) => {
      const all = added(texts, order);
      const schema = schemaOf(all);
      stepsMet.add(all.step);
      expect(JSON.stringify(schema)).toBe(printedInOrder(texts));
    }),
    { numRuns: 60 },
  );
  expect(stepsMet.size).toBeGreaterThan(3);
});

test('is as fine as it can be whether memory was short before names became too many or after', () => {
  // Each thousand of names takes over the memory; together they are one map with few places.
  const texts = [0, 700, 1400].map((from) => wide(700, from, wide(20, 0, '1')));
  const printed = printedInOrder(texts);
  for (const order of [
    [0, 0],
    [1, 1],
    [2, 0],
    [2, 1],
  ]) {
    expect(JSON.stringify(schemaOf(added(texts, order)))).toBe(printed);
  }
});
