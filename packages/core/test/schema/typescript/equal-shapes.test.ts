import { expect, test } from 'vitest';
import type { ValueSchema } from '../../../src/schema/body-schema.ts';
import { typescriptOf } from '../../../src/schema/index.ts';
import { hostileNames, integer, object, or, text, yesOrNo } from '../schemas.ts';

const members = { city: text, country: text, line: text, other_line: text, zip: text };
const reversed = Object.fromEntries(Object.entries(members).reverse());

function interfacesOf(schema: ValueSchema): string[] {
  return [...typescriptOf(schema, 'paid').matchAll(/^export interface (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

test.each<[what: string, other: ValueSchema, interfaces: number]>([
  ['the same members', object(members), 2],
  ['another order', object(reversed), 2],
  ['other formats', object({ ...members, zip: { type: 'string', format: 'uuid' } }), 2],
  ['other types', object({ ...members, zip: integer }), 3],
  ['one more null', object({ ...members, zip: or(text, 'null') }), 3],
  ['one that may be absent', object({}, members), 3],
  ['a map beside them', object(members, {}, yesOrNo), 3],
])('objects are one if they have equal members: %s', (_, other, interfaces) => {
  expect(interfacesOf(object({ one: object(members), other }))).toHaveLength(interfaces);
});

test('objects with other maps beside the same members are two', () => {
  const schema = object({ one: object(members, {}, yesOrNo), other: object(members, {}, integer) });
  expect(interfacesOf(schema)).toEqual(['Paid', 'PaidOne', 'PaidOther']);
});

test('what is told of a member holds in all places of its object', () => {
  const one = { zip: { ...text, 'x-present': 0.5 }, at: { ...text, format: 'date' } as const };
  const other = { zip: { ...text, 'x-present': 0.125 }, at: text };
  const printed = typescriptOf(object({ one: object({}, one), other: object({}, other) }));
  expect(printed).toContain('  /** in 13 to 50 % of them */\n  zip?: string;\n  at?: string;\n');
});

test('a name of the language is left to it', () => {
  expect(typescriptOf(object({ map: object(members) }), 'weak')).toContain('map: WeakMap2;');
});

test('null stands last', () => {
  expect(typescriptOf({ type: ['null', 'integer', 'string'] })).toBe(
    'export type Body = number | string | null;\n',
  );
});

test('all characters of the text are seen', () => {
  const schema = object(Object.fromEntries(hostileNames.map((name) => [name, object(members)])));
  const unseen = /[^\P{C}\n]|\ufffd|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u;
  expect(hostileNames.some((name) => unseen.test(name))).toBe(true);
  expect(typescriptOf(schema, hostileNames.join(''))).not.toMatch(unseen);
});
