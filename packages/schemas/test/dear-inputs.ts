/** Schemas and bodies of a mebibyte at most that take as long as any that were found. */
const mebibyte = 2 ** 20;

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const wide = Object.fromEntries(names(80_000).map((name) => [name, 1]));
const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const nested = (open: string, close: string, count: number) =>
  open.repeat(count) + close.repeat(count);

/** Each level twice as dear as the one within. */
function doubling(keyword: 'anyOf' | 'allOf' | 'oneOf', innermost: object): object {
  const levels = times(40, (level) => {
    const within = { $ref: `#/$defs/l${level}` };
    return [`l${level + 1}`, { [keyword]: [within, within] }];
  });
  return { $ref: '#/$defs/l40', $defs: { l0: innermost, ...Object.fromEntries(levels) } };
}

function chained(count: number): object {
  let schema: object = { additionalProperties: true };
  for (let level = 0; level < count; level++) {
    schema = { anyOf: [schema], unevaluatedProperties: false };
  }
  return schema;
}

export interface DearInput {
  name: string;
  schema: unknown;
  body: string;
}

/** Each takes more work than is allowed. */
export const tooDear: readonly DearInput[] = [
  { name: 'anyOf doubled', schema: doubling('anyOf', { type: 'integer' }), body: '"x"' },
  { name: 'allOf doubled', schema: doubling('allOf', { type: 'string' }), body: '"x"' },
  { name: 'oneOf doubled', schema: doubling('oneOf', { type: 'integer' }), body: '"x"' },
  {
    name: 'equal numbers',
    schema: { uniqueItems: true },
    body: JSON.stringify(times(170_000, (index) => index)),
  },
  {
    name: 'equal strings',
    schema: { uniqueItems: true },
    body: JSON.stringify(times(130_000, (index) => `s${index}`)),
  },
  {
    name: 'equal objects',
    schema: { uniqueItems: true },
    body: JSON.stringify(times(80_000, (index) => ({ a: index }))),
  },
  { name: 'equal wide objects', schema: { uniqueItems: true }, body: JSON.stringify([wide]) },
  {
    name: 'a long string by many constants',
    schema: { allOf: times(1000, (index) => ({ not: { const: index } })) },
    body: JSON.stringify('\u0001'.repeat(mebibyte / 8)),
  },
  {
    name: 'a long string counted',
    schema: { allOf: times(1000, () => ({ minLength: 300_000 })) },
    body: JSON.stringify('é'.repeat(400_000)),
  },
  {
    name: 'wide objects many times',
    schema: { allOf: times(1000, () => ({ properties: { n1: {} } })) },
    body: JSON.stringify(wide),
  },
  {
    name: 'evaluated many times',
    schema: {
      unevaluatedProperties: false,
      anyOf: times(1000, () => ({ additionalProperties: true })),
    },
    body: JSON.stringify(wide),
  },
  { name: 'evaluated through many levels', schema: chained(100), body: JSON.stringify(wide) },
  {
    name: 'items looked for many times',
    schema: { allOf: times(100, () => ({ contains: { const: 2 } })) },
    body: `[${'1,'.repeat(500_000)}1]`,
  },
  {
    name: 'many required beside',
    schema: {
      items: { dependentRequired: Object.fromEntries(names(5000).map((name) => [name, []])) },
    },
    body: `[${'{},'.repeat(5000)}{}]`,
  },
  {
    name: 'many schemas beside',
    schema: {
      items: { dependentSchemas: Object.fromEntries(names(5000).map((name) => [name, {}])) },
    },
    body: `[${'{},'.repeat(5000)}{}]`,
  },
  {
    name: 'a long text compared in a nest',
    schema: { uniqueItems: true },
    body: `${'[1,'.repeat(290)}${JSON.stringify('é'.repeat(300_000))}${']'.repeat(290)}`,
  },
  {
    name: 'a long number divided',
    schema: { allOf: times(1000, (index) => ({ multipleOf: index + 1 })) },
    body: '9'.repeat(mebibyte - 1),
  },
  {
    name: 'long exponents',
    schema: { items: { multipleOf: 7 } },
    body: `[${times(9000, () => `7e${'9'.repeat(100)}`).join()}]`,
  },
  {
    name: 'dynamic references',
    schema: {
      $dynamicAnchor: 'n',
      anyOf: [{ type: 'null' }, { items: { $dynamicRef: '#n' } }, { type: 'integer' }],
    },
    body: `[${'1,'.repeat(500_000)}1]`,
  },
];

/** Each is nested deeper than is judged. */
export const tooDeep: readonly DearInput[] = [
  { name: 'arrays', schema: { items: { $ref: '#' } }, body: nested('[', ']', 500_000) },
  {
    name: 'objects',
    schema: { additionalProperties: { $ref: '#' } },
    body: `${'{"":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
  },
  {
    name: 'alternatives',
    schema: { anyOf: [{ type: 'null' }, { items: { $ref: '#' } }] },
    body: nested('[', ']', 5000),
  },
  {
    name: 'conditions',
    schema: { if: { items: { $ref: '#' } }, else: {} },
    body: nested('[', ']', 5000),
  },
  {
    name: 'what is ruled out',
    schema: { not: { items: { $ref: '#' } } },
    body: nested('[', ']', 5000),
  },
  { name: 'equal items', schema: { uniqueItems: true }, body: nested('[', ']', 5000) },
  {
    name: 'a chain of references',
    schema: {
      $ref: '#/$defs/n0',
      $defs: Object.fromEntries(
        times(9000, (index) => [
          `n${index}`,
          index === 8999 ? {} : { $ref: `#/$defs/n${index + 1}` },
        ]),
      ),
    },
    body: '1',
  },
];

/** Each is judged, and has very much that differs. */
export const differingMuch: readonly DearInput[] = [
  { name: 'all items', schema: { items: { type: 'string' } }, body: `[${'1,'.repeat(500_000)}1]` },
  {
    name: 'all members of objects',
    schema: { items: { additionalProperties: false } },
    body: JSON.stringify(times(60_000, (index) => ({ [`n${index}`]: 1 }))),
  },
  {
    name: 'all alternatives',
    schema: { items: { anyOf: times(10, (index) => ({ required: names(20 * index + 20) })) } },
    body: `[${'{},'.repeat(5000)}{}]`,
  },
  {
    name: 'a long name',
    schema: { additionalProperties: false },
    body: JSON.stringify({ ['x'.repeat(mebibyte)]: 1 }),
  },
  {
    name: 'all members beside a long name',
    schema: { dependentRequired: { ['x'.repeat(mebibyte / 2)]: names(50_000) } },
    body: JSON.stringify({ ['x'.repeat(mebibyte / 2)]: 1 }),
  },
  {
    name: 'numbers past doubles',
    schema: { items: { type: 'string' } },
    body: `[${'1e400,'.repeat(90_000)}1]`,
  },
  {
    name: 'a wide object',
    schema: { propertyNames: { maxLength: 1 }, additionalProperties: false },
    body: JSON.stringify(wide),
  },
];
