import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BodySchema } from '../../src/schema/index.ts';
import { pinnedSchemaOf } from '../../src/schema/index.ts';
import { choices, sampleOf, withNewMember, wrongOf } from './samples.ts';
import { hostileNames, integer, list, object, or, schemasWith, text } from './schemas.ts';
import { typicalSchemas } from './typescript/typical-schemas.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

/** Compiles a schema for itself. */
function judge(schema: object): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value) === true;
}

test('a pinned schema is closed to new members, and as small as it can be', () => {
  const inferred: BodySchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    'x-samples': 41,
    'x-left-out': ['members of objects deeper than 64'],
    ...object(
      {
        id: { ...text, format: 'uuid', 'x-present': 1 },
        amount: { type: ['number', 'null'], 'x-present': 1 },
        lines: list(object({ a: integer })),
        ['__proto__']: { ...text, 'x-present': 1 },
      },
      {
        metadata: { type: 'object', additionalProperties: text, 'x-present': 0.5 },
        prices: object({ usd: integer }, {}, integer),
        empty: { type: 'object', properties: {}, required: [] },
        anything: { 'x-present': 0.25 },
        some: list({}),
      },
    ),
  };
  expect(JSON.stringify(pinnedSchemaOf(inferred), null, 1)).toBe(
    JSON.stringify(
      {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          amount: { type: ['number', 'null'] },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: { a: { type: 'integer' } },
              required: ['a'],
              additionalProperties: false,
            },
          },
          ['__proto__']: { type: 'string' },
          metadata: { type: 'object', additionalProperties: { type: 'string' } },
          prices: {
            type: 'object',
            properties: { usd: { type: 'integer' } },
            required: ['usd'],
            additionalProperties: { type: 'integer' },
          },
          empty: { type: 'object' },
          anything: {},
          some: { type: 'array' },
        },
        required: ['id', 'amount', 'lines', '__proto__'],
        additionalProperties: false,
      },
      null,
      1,
    ),
  );
});

test('what fits a schema fits it pinned; a new member and a wrong type do not', () => {
  let closed = 0;
  // The validator takes no half of a surrogate pair in a name.
  const names = hostileNames.filter((name) => name.isWellFormed());
  const schemas = fc.oneof(schemasWith(names), fc.constantFrom(...Object.values(typicalSchemas)));
  fc.assert(
    fc.property(schemas, fc.nat(), (schema, seed) => {
      const choose = choices(seed);
      const fits = judge(pinnedSchemaOf(schema));
      const sample = sampleOf(schema, choose);
      expect(fits(sample)).toBe(true);
      const wrong = wrongOf(schema, choose);
      expect(wrong !== undefined && fits(wrong)).toBe(false);
      const longer = withNewMember(schema, sample);
      expect(longer !== undefined && fits(longer)).toBe(false);
      if (longer !== undefined) closed++;
    }),
    { numRuns: 20, seed: 7 },
  );
  expect(closed).toBeGreaterThan(5);
});

test('nothing is told of what is deeper than 64 levels, however deep it is', () => {
  let schema = or(text, 'null');
  for (let level = 0; level < 100_000; level++) schema = list(schema);
  const pinned = JSON.stringify(pinnedSchemaOf(schema));
  expect(pinned.match(/"array"/g)).toHaveLength(64);
  expect(pinned).not.toContain('string');
});
