import { expect, test } from 'vitest';
import type { ValueSchema } from '../../../src/schema/body-schema.ts';
import { typescriptOf } from '../../../src/schema/index.ts';
import { integer, list, object, or, text } from '../schemas.ts';

/** An object with so many members. */
function wide(
  member: (index: number) => readonly [string, ValueSchema],
  length = 1000,
): ValueSchema {
  const members = Array.from({ length }, (_, index) => member(index));
  return object({}, Object.fromEntries(members), integer);
}

/** So many objects in one another, each beside a list and a map of the same. */
function tower(levels: number, top: ValueSchema): ValueSchema {
  let schema = top;
  for (let level = 0; level < levels; level++) {
    schema = or(object({}, { a: schema }, integer), 'array', 'string');
  }
  return schema;
}

test.each<[what: string, ValueSchema]>([
  [
    'different objects under one name',
    wide((index) => [`k${index}`, object({}, { a: object({}, { [`x${index}`]: text }, text) })]),
  ],
  [
    'names that differ in what no name of an interface has',
    wide((index) => [index.toString(2).replaceAll('0', ' '), object({}, { [index]: integer })]),
  ],
  ['names that are escaped', wide((index) => ['\u200b'.repeat(100 + index), integer], 200)],
  [
    'objects in one another',
    wide((index) => [`m${index}`, tower(20, object({ [index]: text }))], 50),
  ],
  ['maps in lists in maps', tower(64, list({ type: 'object', additionalProperties: text }))],
])('the text is at most eight times as long as the schema: %s', (_, schema) => {
  const printed = typescriptOf(schema, 'event'.repeat(100));
  expect(printed.length / JSON.stringify(schema).length).toBeLessThan(8);
});

test('one object in thousands of places is printed once', () => {
  const address = object({ city: text, country: text, line1: text, line2: text, zip: integer });
  const printed = typescriptOf(
    wide((index) => [`m${index}`, or(address, 'null')]),
    'paid',
  );
  expect(printed.match(/country/g)).toHaveLength(1);
  expect(printed.match(/\?: PaidM0 \| null;$/gm)).toHaveLength(1000);
});

test('nothing is told of what is deeper than 64 levels, however deep it is', () => {
  let schema = text;
  for (let level = 0; level < 100_000; level++) schema = list(schema);
  expect(typescriptOf(schema)).toBe(`export type Body = unknown${'[]'.repeat(64)};\n`);
});
