import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueSchema } from '../../../src/schema/body-schema.ts';
import { interfaceNameOf, typescriptOf } from '../../../src/schema/index.ts';
import { anyCharacter } from '../../any-character.ts';
import { payloads } from '../infer/payloads.ts';
import { schemaOfAll } from '../infer/read-samples.ts';
import { choices, sampleOf, wrongOf } from '../samples.ts';
import { hostileNames, integer, list, object, schemasWith, text } from '../schemas.ts';
import { complaintsAbout } from './compiled.ts';
import { typicalSchemas } from './typical-schemas.ts';

const typical = Object.entries(typicalSchemas);

test.each(typical)('the types of `%s` read as they did', async (event, schema) => {
  const file = join(import.meta.dirname, 'golden', `${interfaceNameOf(event)}.txt`);
  await expect(typescriptOf(schema, event)).toMatchFileSnapshot(file);
});

/** Names that would be the same when they are made of the same words, or names of something else. */
const collisions = object({
  a: object({ b: object({ one: text, two: text, three: text, four: text, five: text }) }),
  'a b': object({ b: object({ two: text, three: text, four: text, five: text, six: text }) }),
  a_b: object({ b: object({ three: text, four: text, five: text, six: text, seven: text }) }),
  Map: object({ four: text, five: text, six: text, seven: text, eight: text, nine: text }),
});

/** Every name at once, each of another type than the one before, and each with an object. */
const everyName = object(
  Object.fromEntries(hostileNames.map((name, index) => [name, index % 2 ? text : integer])),
  {
    more: object(Object.fromEntries(hostileNames.map((name) => [name, object({ [name]: text })]))),
  },
);

const prototypes = object({ ['__proto__']: integer }, { proto: object({ ['__proto__']: text }) });

/** Objects and lists in one another, deeper than is told. */
const deep = Array.from({ length: 100 }).reduce<ValueSchema>(
  (within, _, index) => (index % 3 ? object({ within, id: text }) : list(within)),
  text,
);

const cases: readonly (readonly [schema: ValueSchema, event: string | undefined])[] = [
  ...typical.map(([event, schema]) => [schema, event] as const),
  [collisions, 'weak'],
  [deep, undefined],
  [prototypes, '__proto__'],
  [{}, 'nothing is told'],
  ...hostileNames.map((name) => [everyName, name] as const),
  ...fc
    .sample(
      fc.tuple(schemasWith([...hostileNames, '__proto__']), fc.string({ unit: anyCharacter })),
      {
        numRuns: 60,
        seed: 11,
      },
    )
    .map(([schema, event]) => [schema, event] as const),
];

/** The types, with values that must be taken and one that must not. */
function moduleOf(schema: ValueSchema, event: string | undefined, seed: number) {
  const choose = choices(seed);
  const name = interfaceNameOf(event);
  const wrong = wrongOf(schema, choose);
  const samples = [0, 1, 2].map(
    (index) => `export const sample${index}: ${name} = ${source(sampleOf(schema, choose))};\n`,
  );
  const refused =
    wrong === undefined
      ? ''
      : `// @ts-expect-error of another type\nexport const wrong: ${name} = ${source(wrong)};\n`;
  return {
    hasWrong: wrong !== undefined,
    source: typescriptOf(schema, event) + samples.join('') + refused,
  };
}

/** The types of what was sent, with all of it. */
function moduleOfPayloads(event: string, bodies: readonly string[]): string {
  const types = typescriptOf(schemaOfAll(bodies), event);
  return `${types}export const samples: ${interfaceNameOf(event)}[] = [${bodies.join()}];\n`;
}

/** A value on one line as compilers count them. */
function source(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** The names of interfaces that are made of every character there is, some at a time. */
function everyCharacter(): string {
  const names = new Set<string>();
  for (let first = 0; first < 0x11000; first += 32) {
    const characters = Array.from({ length: 32 }, (_, index) =>
      String.fromCodePoint(first + index),
    );
    names.add(interfaceNameOf(`x${characters.join('')}`));
    names.add(interfaceNameOf(characters.join(' ')));
  }
  return [...names].map((name) => `export type ${name} = 1;\n`).join('');
}

test('all types compile, take what fits them, and refuse what does not', () => {
  const modules = cases.map(([schema, event], seed) => moduleOf(schema, event, seed));
  expect(modules.filter(({ hasWrong }) => hasWrong).length).toBeGreaterThan(cases.length / 2);
  const sources = modules.map((module) => module.source);
  const sent = [...payloads].map(([event, bodies]) => moduleOfPayloads(event, bodies.slice(0, 1)));
  expect(complaintsAbout([...sources, ...sent, everyCharacter()])).toBe('');
});
