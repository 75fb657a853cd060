import { describe, expect, test } from 'vitest';
import {
  differencesOf,
  readContract,
  readSchema,
  SchemaError,
} from '../../../src/schema/validate/index.ts';

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
  return 'taken';
}

const nested = (levels: number) => {
  let schema: unknown = {};
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
};

describe('schemas that are refused, with their place', () => {
  test.each<[schema: unknown, message: string]>([
    [3, 'The schema is no schema: an object, true or false'],
    [{ type: 'int' }, '`type` is no type: null, boolean, object, array, string, integer, number'],
    [
      { type: ['null', 3] },
      '`type[1]` is no type: null, boolean, object, array, string, integer, number',
    ],
    [
      { properties: { 'a.b': { type: 'x' } } },
      '`properties["a.b"].type` is no type: null, boolean, object, array, string, integer, number',
    ],
    [{ enum: 'a' }, '`enum` is no array'],
    [{ required: [3] }, '`required[0]` is no text'],
    [{ properties: [] }, '`properties` is no object'],
    [{ properties: { a: null } }, '`properties.a` is no schema: an object, true or false'],
    [{ items: [{}] }, '`items` is an array: since draft 2020-12 that is `prefixItems`'],
    [{ allOf: [] }, '`allOf` is empty'],
    [{ allOf: {} }, '`allOf` is no array'],
    [{ minimum: '3' }, '`minimum` is no number'],
    [JSON.parse('{"minimum": 1e400}'), '`minimum` is too large a number'],
    [{ multipleOf: 0 }, '`multipleOf` is not above 0'],
    [{ minLength: -1 }, '`minLength` is no integer from 0 on'],
    [{ maxItems: 1.5 }, '`maxItems` is no integer from 0 on'],
    [{ uniqueItems: 'yes' }, '`uniqueItems` is neither true nor false'],
    [
      { pattern: 'a' },
      '`pattern` is not taken: nobody knows how long a regular expression runs. Leave it out',
    ],
    [
      { patternProperties: { a: {} } },
      '`patternProperties` is not taken: nobody knows how long a regular expression runs. Leave it out',
    ],
    [
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      '`$schema` is not draft 2020-12: https://json-schema.org/draft/2020-12/schema',
    ],
    [{ $id: 'a#b' }, '`$id` is no address of a schema'],
    [
      { $defs: { a: { $id: 'a' }, b: { $id: 'a' } } },
      '`$defs.b.$id` is the address of another schema too',
    ],
    [{ $anchor: '#a' }, '`$anchor` is no name of an anchor'],
    [
      { $anchor: 'a', items: { $anchor: 'a' } },
      '`items.$anchor` is the anchor of another schema too',
    ],
    [
      { $ref: 'https://example.com/a.json' },
      '`$ref` leads to another document, which is not followed',
    ],
    [{ $ref: 'file:///etc/passwd' }, '`$ref` leads to another document, which is not followed'],
    [{ $ref: '#/$defs/a' }, '`$ref` leads to nothing'],
    [{ $ref: '#a' }, '`$ref` leads to an anchor that is not there'],
    [{ $ref: '#%' }, '`$ref` is no reference'],
    [{ $ref: 3 }, '`$ref` is no text'],
    [{ $ref: '#' }, 'The schema leads back to itself without a step into the value'],
    [
      { anyOf: [{ type: 'null' }, { not: { $ref: '#' } }] },
      'The schema leads back to itself without a step into the value',
    ],
    [
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      '`$defs.a` leads back to itself without a step into the value',
    ],
    [
      { $dynamicAnchor: 'a', allOf: [{ $ref: '#a' }] },
      'The schema leads back to itself without a step into the value',
    ],
    [{ $dynamicRef: '#a' }, '`$dynamicRef` is not taken: use `$ref`'],
    [
      { allOf: Array.from({ length: 20_001 }, () => ({})) },
      '`allOf[19999]` is past the 20000th schema',
    ],
  ])('%#: %j', (schema, message) => {
    expect(refusal(() => readSchema(schema))).toBe(message);
  });

  test('nested too deep', () => {
    expect(refusal(() => readSchema(nested(150)))).toBe('taken');
    expect(refusal(() => readSchema(nested(10_000)))).toMatch(/ is deeper than 200 schemas$/);
  });

  test('a regular expression that is none, in a file of one’s own', () => {
    const read = (schema: unknown) => () => readSchema(schema, { patterns: 'taken' });
    expect(refusal(read({ pattern: '(' }))).toMatch(/^`pattern` is no regular expression/);
    expect(refusal(read({ patternProperties: { '(': {} } }))).toMatch(
      /^`patternProperties\["\("\]` is no regular expression/,
    );
    expect(refusal(read({ pattern: '^a', patternProperties: { '^a': {} } }))).toBe('taken');
  });
});

describe('references', () => {
  test('lead through documents that are given, and no others', () => {
    const description = {
      openapi: '3.1.0',
      webhooks: {
        paid: { post: { requestBody: { schema: { $ref: '#/components/schemas/Paid' } } } },
      },
      components: {
        schemas: {
          Paid: { type: 'object', properties: { amount: { $ref: './types.json#/Amount' } } },
        },
      },
    };
    const resources = new Map<string, unknown>([
      ['file:///specs/hooks.json', description],
      ['file:///specs/types.json', { Amount: { type: 'integer' } }],
    ]);
    const $ref = 'file:///specs/hooks.json#/webhooks/paid/post/requestBody/schema';
    const schema = readSchema({ $ref }, { resources });
    expect(differencesOf(schema, { amount: 1 })).toEqual([]);
    expect(differencesOf(schema, { amount: 'a' })).toMatchObject([{ path: 'amount' }]);
    resources.delete('file:///specs/types.json');
    expect(refusal(() => readSchema({ $ref }, { resources }))).toBe(
      '`file:///specs/hooks.json#.components.schemas.Paid.properties.amount.$ref` leads to another document, which is not followed',
    );
  });

  test('may lead back by a step into the value', () => {
    const tree = readSchema({
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    });
    expect(differencesOf(tree, { children: [{}, { children: [] }] })).toEqual([]);
    expect(differencesOf(tree, { children: [{}, { children: [{ a: 1 }] }] })).toEqual([
      { path: 'children[1].children[0].a', problem: '`children[1].children[0].a` is new' },
    ]);
  });
});

describe('contracts', () => {
  test.each<[document: unknown, message: string]>([
    [null, 'The schema is no object'],
    [{}, '`events` is no object'],
    [{ events: {}, event: {} }, '`event` is no part of a contract'],
    [
      { events: { 'invoice.paid': { properties: { id: { type: 'text' } } } } },
      '`events["invoice.paid"].properties.id.type` is no type: null, boolean, object, array, string, integer, number',
    ],
    [
      { events: { a: { $ref: '#/$defs/x' }, b: { $defs: { x: {} } } } },
      '`events.a.$ref` leads to nothing',
    ],
    [
      { events: { a: { pattern: 'a' } } },
      '`events.a.pattern` is not taken: nobody knows how long a regular expression runs. Leave it out',
    ],
  ])('%j', (document, message) => {
    expect(refusal(() => readContract(document))).toBe(message);
  });

  test('have so many schemas at most, of all events together', () => {
    const many = { allOf: Array.from({ length: 19_000 }, () => ({})) };
    expect(refusal(() => readContract({ events: { a: many, b: many, c: many } }))).toBe(
      '`events.c` is past the 50000th schema',
    );
  });

  test('have so many events at most', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, {}]));
    expect(readContract({ events: named(5000) }).events.size).toBe(5000);
    expect(refusal(() => readContract({ events: named(5001) }))).toBe(
      '`events.n5000` is past the 5000th event',
    );
  });
});
