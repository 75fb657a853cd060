import type { ValueSchema } from '@hookwell/shape';
import { describe, expect, test } from 'vitest';
import { at } from '../../src/detail/json/json-document.ts';
import { shapeTree } from '../../src/events/shape-nodes.ts';
import { presenceWords } from '../../src/events/shape-words.ts';

/** The tree in lines: `  name: types format share`. */
function linesOf(schema: ValueSchema): string[] {
  const tree = shapeTree(schema);
  return tree.nodes.map(({ kind, name, types, format = '', present = '' }, node) =>
    `${'  '.repeat(at(tree.depths, node))}${name || kind}: ${types} ${format} ${present}`.trimEnd(),
  );
}

describe('the tree of a shape', () => {
  test('has the members of objects in arrays right below the array', () => {
    expect(
      linesOf({
        type: 'object',
        properties: {
          id: { type: ['string', 'null'], format: 'uuid' },
          lines: {
            type: 'array',
            items: { type: 'object', properties: { price: { type: 'number', 'x-present': 0.5 } } },
            'x-present': 0.25,
          },
          grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
          empty: { type: 'array' },
          unknown: {},
        },
        required: ['id'],
      }),
    ).toEqual([
      'body: object',
      '  id: string or null uuid 1',
      '  lines: array of objects  0.25',
      '    price: number  0.5',
      '  grid: array of arrays of integers',
      '  empty: array',
      '  unknown: anything',
    ]);
  });

  test('tells ids as names once, and items beside members of their own', () => {
    expect(
      linesOf({
        type: ['object', 'array'],
        properties: { a: { type: 'object', additionalProperties: { type: 'boolean' } } },
        items: { type: 'array', items: { type: ['string', 'null'] } },
      }),
    ).toEqual([
      'body: object or array',
      '  a: object',
      '    any: boolean',
      '  item: array of strings and nulls',
    ]);
  });

  test('counts children, and where each node ends', () => {
    const tree = shapeTree({
      properties: { a: { properties: { b: {}, c: {} } }, d: {} },
    });
    expect([...tree.childCounts]).toEqual([2, 2, 0, 0, 0]);
    expect([...tree.afters]).toEqual([5, 4, 3, 4, 5]);
    expect([...tree.parents]).toEqual([-1, 0, 1, 1, 0]);
    expect([...tree.places]).toEqual([0, 0, 0, 1, 1]);
  });

  test('takes names that every object has', () => {
    const schema: ValueSchema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","x-present":0.1},"constructor":{}}}',
    );
    expect(linesOf(schema)).toEqual([
      'body: anything',
      '  __proto__: string  0.1',
      '  constructor: anything',
    ]);
  });
});

test('only what is always there is called so', () => {
  expect([1, 0.9999, 0.934, 0.5, 0.004, 0].map(presenceWords)).toEqual([
    'always',
    'over 99 %',
    '93 %',
    '50 %',
    'under 1 %',
    'under 1 %',
  ]);
});
