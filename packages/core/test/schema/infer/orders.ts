import fc from 'fast-check';
import { Shape } from '../../../src/schema/index.ts';
import { shapeOf } from './read-samples.ts';

/** Adds the shapes of texts to one another in an order and a grouping that a sequence of numbers tells; some are handed over in between. */
export function added(texts: readonly string[], choices: readonly number[]): Shape {
  const shapes = texts.map(shapeOf);
  for (let turn = 0; shapes.length > 1; turn += 1) {
    const [first, second] = [2 * turn, 2 * turn + 1].map((place) =>
      shapes.splice((choices[place % choices.length] ?? 0) % shapes.length, 1),
    );
    const sum = first?.[0] ?? new Shape();
    sum.add(second?.[0] ?? new Shape());
    shapes.push(turn % 3 === 1 ? Shape.of(structuredClone(sum.plain())) : sum);
  }
  return shapes[0] ?? new Shape();
}

/** A sequence that tells an order and a grouping. */
export const choices = fc.array(fc.nat(1000), { minLength: 2, maxLength: 40 });

/** An object of so many names from a number on, each with that value. */
export function wide(count: number, from: number, value: string, prefix = 'k'): string {
  const names = Array.from({ length: count }, (_, index) => `"${prefix}${from + index}":${value}`);
  return `{${names.join(',')}}`;
}

function nested(depth: number, value: string): string {
  return `${'{"d":['.repeat(depth)}${value}${']}'.repeat(depth)}`;
}

const inner = fc.oneof(
  fc.constantFrom('1', '{}', '"x"', wide(12, 0, '1'), nested(40, '1')),
  fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(900)).map(([n, from]) => wide(n, from, '1')),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9))
    .map(([n, from]) => wide(n, from, wide(n, n, '1'))),
);
/** A sample that meets bounds together with others like it, and may meet some alone. */
export const pressing = fc.oneof(
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
