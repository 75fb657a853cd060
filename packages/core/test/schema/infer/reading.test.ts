import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SampleReader, Shape, schemaOf } from '../../../src/schema/index.ts';
import { schemaOfAll, shapeOf } from './read-samples.ts';

test('tells kinds, names in their usual order, presence and what is required', () => {
  const schema = schemaOfAll([
    '{"id":1,"customer":{"email":"ada@example.com"},"lines":[{"amount":5},{"amount":null}]}',
    '{"id":2,"paid":true,"lines":[]}',
  ]);
  expect(schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'integer', 'x-present': 1 },
      customer: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email', 'x-present': 1 } },
        required: ['email'],
        'x-present': 0.5,
      },
      paid: { type: 'boolean', 'x-present': 0.5 },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { amount: { type: ['integer', 'null'], 'x-present': 1 } },
          required: ['amount'],
        },
        'x-present': 1,
      },
    },
    required: ['id', 'lines'],
    'x-samples': 2,
  });
  expect(Object.keys(schema.properties ?? {})).toEqual(['id', 'customer', 'paid', 'lines']);
});

test.each([
  ['1', 'integer'],
  ['-0', 'integer'],
  ['12345678901234567890123', 'integer'],
  ['1.0', 'number'],
  ['1e2', 'number'],
  ['1E2', 'number'],
  ['-0.5', 'number'],
])('tells %s by its digits', (digits, type) => {
  expect(schemaOfAll([`[${digits}]`]).items).toEqual({ type });
  expect(schemaOfAll([digits]).type).toBe(type);
});

test('tells integers and fractions at one place as numbers', () => {
  expect(schemaOfAll(['[1]', '[1.5]']).items).toEqual({ type: 'number' });
});

test('tells no type where a number is too large for a double, which readers make infinite', () => {
  for (const huge of ['1e999', '9'.repeat(400), `1${'0'.repeat(5000)}`]) {
    const schema = schemaOfAll([`{"a":${huge},"b":1}`, '{"a":1,"b":1}']);
    expect(schema.properties).toEqual({
      a: { 'x-present': 1 },
      b: { type: 'integer', 'x-present': 1 },
    });
    expect(schema['x-left-out']).toEqual([
      'the types of values beside numbers too large for a double',
    ]);
  }
});

test('counts a name that an object repeats once, with all its values', () => {
  expect(schemaOfAll(['{"a":1,"a":"x","\\u0061":null}', '{"b":1}']).properties).toEqual({
    a: { type: ['string', 'integer', 'null'], 'x-present': 0.5 },
    b: { type: 'integer', 'x-present': 0.5 },
  });
});

test('takes any name', () => {
  const names = ['__proto__', 'constructor', 'toString', '', '*/', '\ud800', 'a"b\\c\n', '7'];
  const schema = schemaOfAll([JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))]);
  expect(new Set(Object.keys(schema.properties ?? {}))).toEqual(new Set(names));
  expect(new Set(schema.required)).toEqual(new Set(names));
});

test('takes a byte order mark, and no text that is not JSON', () => {
  expect(schemaOfAll(['\ufeff{"a":1}']).required).toEqual(['a']);
  for (const text of ['', ' ', '{', '{"a":}', '[1,]', 'nul', '{} {}', '01', '\ufeff']) {
    const reader = new SampleReader();
    reader.push(text);
    expect(reader.end(), text).toBeUndefined();
  }
});

test('reads a text in any pieces as it reads it whole', () => {
  const textAndCuts = fc
    .oneof(
      fc.json(),
      fc.constantFrom(
        '{"created_at":"2026-01-01T00:00:00Z","\\u00e9":[-1.5e3,true,null,"http:\\/\\/example.com\\/a"]}',
        `{"${'n'.repeat(300)}":"${'x'.repeat(3000)}","a":${'7'.repeat(3000)}}`,
        '12.5e+3',
      ),
    )
    .chain((text) => fc.tuple(fc.constant(text), fc.array(fc.nat(text.length))));
  fc.assert(
    fc.property(textAndCuts, ([text, cuts]) => {
      const reader = new SampleReader();
      const ends = [...cuts.toSorted((a, b) => a - b), text.length];
      ends.forEach((end, index) => {
        reader.push(text.slice(ends[index - 1] ?? 0, end));
      });
      const shape = reader.end() ?? new Shape();
      expect(schemaOf(shape)).toEqual(schemaOf(shapeOf(text)));
    }),
    { numRuns: 300 },
  );
});
