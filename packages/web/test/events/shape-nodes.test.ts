import type { ValueSchema } from '@hookwell/core/schema';
import { describe, expect, test } from 'vitest';
import { at } from '../../src/detail/json/json-document.ts';
import { presenceWords, shapeTree } from '../../src/events/shape-nodes.ts';

/** The tree in lines: `  name: types format share`. */
function linesOf(schema: ValueSchema): string[] {
  const tree = shapeTree(schema);
  return tree.nodes.map(({ kind, name, types, format = '', present = '' }, node) =>
    `${'  '.repeat(at(tree.depths, node))}${name || kind}: ${types} ${format} ${present}`.trimEnd(),
  );
}

describe('the tree of a shape', () => {
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
