import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import * as contract from '../../src/api/index.ts';

const titled: [string, TSchema, unknown[]][] = Object.values(contract).flatMap((exported) =>
  typeof exported === 'object' && 'title' in exported && 'examples' in exported
    ? [[String(exported.title), exported, [exported.examples].flat()]]
    : [],
);

describe('the schemas', () => {
  it('that have a name have an example', () => expect(titled.length).toBeGreaterThan(20));

  it.each(titled)('%s fits its example and nothing else', (_title, schema, examples) => {
    expect(examples).not.toHaveLength(0);
    for (const example of examples) {
      expect([...Value.Errors(schema, example)]).toEqual([]);
      // Clean drops what a schema does not have: an example has no such field.
      expect(Value.Clean(schema, structuredClone(example))).toEqual(example);
    }
    expect(Value.Check(schema, null)).toBe(false);
  });
});
