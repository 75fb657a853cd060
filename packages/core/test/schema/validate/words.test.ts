import { describe, expect, test } from 'vitest';
import { differencesOf, readSchema } from '../../../src/schema/validate/index.ts';

/** Each `path: problem`. */
function told(schema: unknown, value: unknown, most?: number): string[] {
  const checked = readSchema(schema, { patterns: 'taken' });
  return differencesOf(checked, value, most).map(({ path, problem }) => `${path}: ${problem}`);
}

const card = {
  type: 'object',
  properties: { kind: { const: 'card' }, last4: { type: 'string' } },
  required: ['kind', 'last4'],
};
const bank = {
  type: 'object',
  properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
  required: ['kind', 'iban'],
};

describe('what differs, in words', () => {
  test.each<[schema: unknown, value: unknown, ...problems: string[]]>([
    [{ type: 'integer' }, 'a', ': The body is a string, was an integer'],
    [{ type: 'integer' }, 1.5, ': The body is a number, was an integer'],
    [{ type: ['integer', 'null'] }, false, ': The body is a boolean, was an integer or null'],
    [
      { type: ['number', 'string', 'array'] },
      {},
      ': The body is an object, was an array, a string or a number',
    ],
    [{ type: 'object' }, null, ': The body is null, was an object'],
    [{ type: 'string' }, 2, ': The body is an integer, was a string'],
    [{ type: 'string', const: 'a' }, 2, ': The body is an integer, was a string'],
    [{ type: 'null', required: ['a'] }, {}, ': The body is an object, was null'],
    [{ required: ['email'] }, {}, 'email: `email` is missing'],
    [{ properties: {}, additionalProperties: false }, { tax_id: 1 }, 'tax_id: `tax_id` is new'],
    [{ unevaluatedProperties: false }, { tax_id: 1 }, 'tax_id: `tax_id` is new'],
    [{ properties: { a: false } }, { a: 1 }, 'a: `a` is not allowed'],
    [{ const: 'a' }, 'secret', ': The body is not "a"'],
    [{ const: [1] }, 'secret', ': The body is not the one allowed value'],
    [{ enum: ['a', null, 3] }, 'secret', ': The body is none of "a", null, 3'],
    [{ enum: ['a'] }, 'secret', ': The body is not "a"'],
    [{ enum: [1, 2, 3, 4] }, 5, ': The body is none of the 4 allowed values'],
    [{ minimum: 3 }, 2, ': The body is less than 3'],
    [{ exclusiveMinimum: 3 }, 3, ': The body is not more than 3'],
    [{ maximum: 3 }, 4, ': The body is more than 3'],
    [{ exclusiveMaximum: 3 }, 3, ': The body is not less than 3'],
    [{ multipleOf: 0.1 }, 0.25, ': The body is no multiple of 0.1'],
    [{ minLength: 1 }, '', ': The body is shorter than 1 character'],
    [{ maxLength: 2 }, '😀😀😀', ': The body is longer than 2 characters'],
    [{ pattern: '^a' }, 'secret', ': The body does not match ^a'],
    [{ minItems: 2 }, [1], ': The body has fewer than 2 items'],
    [{ maxItems: 1 }, [1, 2], ': The body has more than 1 item'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ': The body has equal items',
    ],
    [{ contains: { const: 1 } }, [2], ': The body has no item that fits `contains`'],
    [{ contains: {}, minContains: 1 }, [], ': The body has no item that fits `contains`'],
    [
      { contains: {}, minContains: 2 },
      [2],
      ': The body has fewer than 2 items that fit `contains`',
    ],
    [
      { contains: {}, maxContains: 1 },
      [1, 2],
      ': The body has more than 1 item that fits `contains`',
    ],
    [{ prefixItems: [{}], items: false }, [1, 2], '[1]: `[1]` is an item too many'],
    [{ unevaluatedItems: false }, [1], '[0]: `[0]` is an item too many'],
    [{ minProperties: 1 }, {}, ': The body has fewer than 1 member'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, ': The body has more than 1 member'],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'ab: `ab` has a name that is not allowed'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'b: `b` is missing beside `a`'],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, 'b: `b` is missing'],
    [{ not: { type: 'string' } }, 'secret', ': The body is what `not` rules out'],
    [{ oneOf: [{}, {}, false] }, 1, ': The body fits 2 of 3 alternatives, and may fit only one'],
    [{ if: { type: 'string' }, else: { minimum: 3 } }, 1, ': The body is less than 3'],
    [{ format: 'email' }, 'no email'],
  ])('%j says of %j', (schema, value, ...problems) => {
    expect(told(schema, value)).toEqual(problems);
  });

  test('a condition that holds', () => {
    const schema: unknown = JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 3}}');
    expect(told(schema, 'ab')).toEqual([': The body is shorter than 3 characters']);
    expect(told(schema, 1)).toEqual([]);
  });

  test('a place is written as in matches', () => {
    const amount = {
      properties: { 'a.b': { items: { properties: { amount: { type: 'integer' } } } } },
    };
    expect(told(amount, { 'a.b': [{ amount: 1 }, { amount: '1' }] })).toEqual([
      '["a.b"][1].amount: `["a.b"][1].amount` is a string, was an integer',
    ]);
  });

  test('the most telling comes first, whatever the order of the members', () => {
    const schema = {
      properties: { a: { minimum: 3 }, b: { type: 'string' }, c: {} },
      required: ['c'],
      additionalProperties: false,
    };
    const problems = [
      'b: `b` is an integer, was a string',
      'c: `c` is missing',
      'd: `d` is new',
      'a: `a` is less than 3',
    ];
    expect(told(schema, { a: 1, b: 2, d: 4 })).toEqual(problems);
    expect(told(schema, { d: 4, b: 2, a: 1 })).toEqual(problems);
    expect(told(schema, { a: 1, b: 2, d: 4 }, 2)).toEqual(problems.slice(0, 2));
  });

  test('what all items have is told once', () => {
    const schema = { items: { properties: { id: { type: 'string' } } } };
    expect(told(schema, [{ id: 1 }, { id: 'a' }, { id: 2 }])).toEqual([
      '[0].id: `[0].id` is an integer, was a string (as in 1 more place)',
    ]);
    expect(told({ allOf: [schema, schema] }, [{ id: 1 }])).toEqual([
      '[0].id: `[0].id` is an integer, was a string',
    ]);
  });

  test('of very many only some are counted', () => {
    const items = Array.from({ length: 5000 }, () => 1);
    expect(told({ items: { type: 'string' } }, items)).toEqual([
      '[0]: `[0]` is an integer, was a string (as in at least 1999 more places)',
    ]);
  });

  test('a member that differs is not told as new, nor what nobody could look at beside it', () => {
    const schema = { properties: { a: { type: 'integer' } } };
    const value = { a: 'secret', b: 1 };
    const ofA = 'a: `a` is a string, was an integer';
    expect(told({ ...schema, additionalProperties: false }, value)).toEqual([ofA, 'b: `b` is new']);
    const closed = { allOf: [schema], unevaluatedProperties: false };
    expect(told(closed, value)).toEqual([ofA]);
    expect(told(closed, { a: 1, b: 1, c: 1 })).toEqual(['b: `b` is new', 'c: `c` is new']);
    expect(told({ items: closed }, [value, { a: 1, b: 1 }])).toEqual([
      '[0].a: `[0].a` is a string, was an integer',
      '[1].b: `[1].b` is new',
    ]);
  });

  test('a name is told as it is, whatever pointers make of it', () => {
    const name = 'a/b~1%23#é';
    const schema = { properties: { [name]: { items: { type: 'string' } } } };
    expect(told(schema, { [name]: [1] })).toEqual([
      '["a/b~1%23#é"][0]: `["a/b~1%23#é"][0]` is an integer, was a string',
    ]);
  });

  test('what is wrong with items that do not count for `contains` is not told', () => {
    const contains = { anyOf: [{ type: 'string' }, { const: 1 }] };
    expect(told({ contains, minContains: 2 }, [2, 3, 1])).toEqual([
      ': The body has fewer than 2 items that fit `contains`',
    ]);
  });

  test('of alternatives the nearest is told', () => {
    const payment = { properties: { payment: { oneOf: [card, bank, { type: 'null' }] } } };
    expect(told(payment, { payment: { kind: 'bank', last4: '1' } })).toEqual([
      'payment.iban: `payment.iban` is missing',
    ]);
    expect(told(payment, { payment: { kind: 'card' } })).toEqual([
      'payment.last4: `payment.last4` is missing',
    ]);
    expect(told(payment, { payment: 3 })).toEqual([
      'payment: `payment` is an integer, was an object or null',
    ]);
    expect(told({ anyOf: [{ type: 'string' }, { anyOf: [{ type: 'null' }] }] }, 1)).toEqual([
      ': The body is an integer, was a string or null',
    ]);
  });

  test('no value of the body is told, and names can be read', () => {
    const name = `\u0000\u202e${'x'.repeat(500)}`;
    const [problem = ''] = told({ additionalProperties: false }, { [name]: 'secret' });
    expect(problem).toMatch(/^\["␀�x+…"\]: `\["␀�x+…"\]` is new$/);
    expect(problem.length).toBeLessThan(300);
  });

  test('at most ten differences are told', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    expect(told({ required: names }, {})).toHaveLength(10);
    expect(told({ required: names }, {}, 20)).toHaveLength(20);
  });
});
