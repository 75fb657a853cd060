import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import * as Schema from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { differencesOf, readJsonValue, readSchema } from '../src/index.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/**
 * Compares the verdicts on each of the values where two other validators agree. Each of them is wrong somewhere: one about
 * members without a name, the other about `$id`.
 */
function expectSameVerdicts(schema: object | boolean, values: readonly unknown[]): void {
  const checked = readSchema(schema);
  const validate = ajv.compile(schema);
  for (const value of values) {
    const body = JSON.stringify(value);
    const parsed: unknown = JSON.parse(body);
    const isFit = validate(parsed);
    if (isFit !== Schema.Check(schema, parsed)) continue;
    const differences = differencesOf(checked, readJsonValue(body));
    expect(differences.length === 0, JSON.stringify({ schema, value })).toBe(isFit);
  }
  ajv.removeSchema();
}

const name = fc.constantFrom('a', 'b', 'c', 'id', '0', '');
const scalar = fc.oneof(
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom(null, true, false, 'a', 'bb', '', '😀', 1.5),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    scalar,
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}));

/** The schema that samples like this one would have: all members required, and no others. */
function schemaLike(sample: unknown): object {
  if (Array.isArray(sample))
    return { type: 'array', items: { anyOf: [...sample.map(schemaLike), false] } };
  if (sample === null) return { type: 'null' };
  if (typeof sample === 'number') return { type: Number.isInteger(sample) ? 'integer' : 'number' };
  if (typeof sample !== 'object') return { type: typeof sample };
  const members = Object.entries(sample);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([key, member]) => [key, schemaLike(member)])),
    required: members.map(([key]) => key),
    additionalProperties: false,
  };
}

/** Puts another value somewhere, takes a member away, or adds one. */
function mutated(sample: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (typeof sample !== 'object' || sample === null || step === undefined) return other;
  const entries = Object.entries(sample);
  const at = step % (entries.length + 1);
  const [key, inner] = entries[at] ?? ['new', undefined];
  const next: [string, unknown] = [key, mutated(inner, rest, other)];
  const changed = step % 5 === 0 ? entries.toSpliced(at, 1) : entries.toSpliced(at, 1, next);
  return Array.isArray(sample) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

const count = fc.nat(3);
const names = fc.uniqueArray(name, { maxLength: 2 });
const types = fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'boolean', 'null');
const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
  const inner = tie('schema');
  const schemas = fc.array(inner, { minLength: 1, maxLength: 3 });
  const byName = fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true });
  const keywords = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    const: value,
    enum: fc.uniqueArray(value, {
      minLength: 1,
      maxLength: 3,
      comparator: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    }),
    minimum: fc.integer({ min: -3, max: 9 }),
    exclusiveMaximum: fc.integer({ min: -3, max: 9 }),
    multipleOf: fc.integer({ min: 1, max: 4 }),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    prefixItems: schemas,
    items: inner,
    contains: inner,
    minContains: count,
    maxContains: fc.integer({ min: 1, max: 3 }),
    minProperties: count,
    maxProperties: count,
    required: names,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
    properties: byName,
    additionalProperties: inner,
    propertyNames: inner,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: inner,
    if: inner,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: inner,
    else: inner,
    dependentSchemas: byName,
    unevaluatedProperties: inner,
    unevaluatedItems: inner,
  };
  // A few keywords at once: with many hardly any value fits.
  const some = fc
    .subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(Object.entries(keywords).filter(([key]) => chosen.includes(key))),
      ),
    );
  return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), some) };
});

describe('verdicts are those of a validator that nobody here wrote', () => {
  test('on samples and on what became of them, by schemas as samples have them', () => {
    const path = fc.array(fc.nat(20), { maxLength: 4 });
    fc.assert(
      fc.property(
        value,
        fc.array(fc.tuple(path, value), { maxLength: 20 }),
        (sample, mutations) => {
          const like = schemaLike(sample);
          expect(differencesOf(readSchema(like), sample)).toEqual([]);
          expectSameVerdicts(
            like,
            mutations.map(([at, other]) => mutated(sample, at, other)),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test('on any value, by any schema', () => {
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 20, maxLength: 20 }), expectSameVerdicts),
      { numRuns: 40 },
    );
  });

  test('whatever differs has a place and words', () => {
    fc.assert(
      fc.property(schema, value, (any, body) => {
        for (const { problem } of differencesOf(readSchema(any), body)) {
          expect(problem).toMatch(/^(The body|`.*`) \S/s);
        }
      }),
      { numRuns: 40 },
    );
  });
});
