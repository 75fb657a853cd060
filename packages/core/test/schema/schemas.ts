import fc from 'fast-check';
import { stringFormats, type TypeName, type ValueSchema } from '../../src/schema/body-schema.ts';

/** The schema of objects that have all members of the first kind and some of the second. */
export function object(
  required: Record<string, ValueSchema>,
  optional: Record<string, ValueSchema> = {},
  additionalProperties?: ValueSchema,
): ValueSchema {
  return {
    type: 'object',
    properties: Object.fromEntries([...Object.entries(required), ...Object.entries(optional)]),
    required: Object.keys(required),
    ...(additionalProperties && { additionalProperties }),
  };
}

/** The schema with more types. */
export function or(schema: ValueSchema, ...types: TypeName[]): ValueSchema {
  return { ...schema, type: [schema.type ?? [], types].flat(2) };
}

export function list(items: ValueSchema): ValueSchema {
  return { type: 'array', items };
}

export const text: ValueSchema = { type: 'string' };
export const integer: ValueSchema = { type: 'integer' };
export const yesOrNo: ValueSchema = { type: 'boolean' };

/** Names that a printer of TypeScript may stumble over. */
export const hostileNames = [
  ...['', ' ', '0', '007', '1e3', '1000', '-1', 'a b', 'a-b', 'a.b', '$', '_', 'new', 'get', 'set'],
  ...['readonly', 'class', 'static', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
  ...['*/', '/* */ }', '// x', '`', '${', '"', "'", '\\', '\\u0041', '\n', '\r\n', '\0', '\x001\0'],
  ...['\u2028', '\u2029', '\u200b', '\u202e', '\ufeff', '\u0085', '\ud800', '\udfff', '\ufffd'],
  ...[
    '[name: string]',
    '[x]',
    '?',
    'a?',
    'é',
    'e\u0301',
    '金额',
    '🙂',
    '👨\u200d👩',
    'n'.repeat(1000),
  ],
];

const types: readonly TypeName[] = [
  ...(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'] as const),
];

/** Any schema of values, its objects with such names. */
export function schemasWith(names: readonly string[]): fc.Arbitrary<ValueSchema> {
  const name = fc.oneof(fc.constantFrom('a', 'b', 'id', 'item'), fc.constantFrom(...names));
  const { value } = fc.letrec<{ value: ValueSchema }>((tie) => {
    const members = fc.array(fc.tuple(name, tie('value'), fc.boolean()), { maxLength: 4 });
    const parts = fc.record({
      types: fc.subarray([...types], { minLength: 1, maxLength: 3 }),
      members,
      rest: fc.option(tie('value'), { nil: undefined, freq: 3 }),
      items: tie('value'),
      format: fc.option(fc.constantFrom(...stringFormats), { nil: undefined }),
      present: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    });
    return {
      value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant({}), {
        arbitrary: parts.map(schemaOfParts),
        weight: 8,
      }),
    };
  });
  return value;
}

interface Parts {
  types: TypeName[];
  members: [string, ValueSchema, boolean][];
  rest: ValueSchema | undefined;
  items: ValueSchema;
  format: ValueSchema['format'] | undefined;
  present: number | undefined;
}

function schemaOfParts({ types, members, rest, items, format, present }: Parts): ValueSchema {
  const [type] = types;
  const required = new Set(members.flatMap(([name, , isRequired]) => (isRequired ? [name] : [])));
  return {
    type: types.length === 1 && type !== undefined ? type : types,
    ...(types.includes('object') && {
      ...(members.length > 0 && { properties: Object.fromEntries(members) }),
      ...(required.size > 0 && { required: [...required] }),
      ...(rest && { additionalProperties: rest }),
    }),
    ...(types.includes('array') && { items }),
    ...(types.includes('string') && format && { format }),
    ...(present !== undefined && { 'x-present': present }),
  };
}
