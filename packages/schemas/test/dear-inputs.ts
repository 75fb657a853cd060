/** Schemas and bodies of a mebibyte at most that take long. */
const mebibyte = 2 ** 20;

const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const nested = (open: string, close: string, count: number) =>
  open.repeat(count) + close.repeat(count);

/** Each level twice as dear as the one within. */
function anyOfDoubled(innermost: object): object {
  const levels = times(40, (level) => {
    const within = { $ref: `#/$defs/l${level}` };
    return [`l${level + 1}`, { anyOf: [within, within] }];
  });
  return { $ref: '#/$defs/l40', $defs: { l0: innermost, ...Object.fromEntries(levels) } };
}

export interface DearInput {
  name: string;
  schema: unknown;
  body: string;
}

/** Each takes more work than is allowed. */
export const tooDear: readonly DearInput[] = [
  { name: 'anyOf doubled', schema: anyOfDoubled({ type: 'integer' }), body: '"x"' },
  {
    name: 'a long string counted',
    schema: { allOf: times(1000, () => ({ minLength: 300_000 })) },
    body: JSON.stringify('é'.repeat(400_000)),
  },
  {
    name: 'items looked for many times',
    schema: { allOf: times(100, () => ({ contains: { const: 2 } })) },
    body: `[${'1,'.repeat(500_000)}1]`,
  },
  {
    name: 'a long number divided',
    schema: { allOf: times(1000, (index) => ({ multipleOf: index + 1 })) },
    body: '9'.repeat(mebibyte - 1),
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
    name: 'alternatives',
    schema: { anyOf: [{ type: 'null' }, { items: { $ref: '#' } }] },
    body: nested('[', ']', 5000),
  },
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
    name: 'a long name',
    schema: { additionalProperties: false },
    body: JSON.stringify({ ['x'.repeat(mebibyte)]: 1 }),
  },
  {
    name: 'numbers past doubles',
    schema: { items: { type: 'string' } },
    body: `[${'1e400,'.repeat(90_000)}1]`,
  },
];
