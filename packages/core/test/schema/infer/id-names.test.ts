import { expect, test } from 'vitest';
import { Shape, schemaOf, type ValueSchema } from '../../../src/schema/index.ts';
import { payloads } from './payloads.ts';
import { schemaOfAll, shapeOf } from './read-samples.ts';

/** Ten objects of which each has names of its own. */
function withOwnNames(each: number, count = 10): string[] {
  return Array.from({ length: count }, (_, sample) => {
    const members = Array.from({ length: each }, (__, n) => [`u${sample}-${n}`, { visits: n }]);
    return JSON.stringify(Object.fromEntries(members));
  });
}

const value: ValueSchema = {
  type: 'object',
  properties: { visits: { type: 'integer', 'x-present': 1 } },
  required: ['visits'],
};

test('tells the values of objects whose names are ids together', () => {
  const schema = schemaOfAll(withOwnNames(3));
  expect(schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: value,
    'x-samples': 10,
  });
  expect(JSON.stringify(schema)).not.toMatch(/u\d-/);
});

test('takes names for ids where over twenty came, and none in more than a tenth of the objects', () => {
  const isMap = (texts: string[]) => schemaOfAll(texts).properties === undefined;
  expect(isMap(withOwnNames(2))).toBe(false);
  expect(isMap([...withOwnNames(2), '{"other":1}'])).toBe(true);
  expect(isMap(withOwnNames(30, 9))).toBe(false);
  expect(isMap([...withOwnNames(3), '{"u0-0":1}'])).toBe(false);
  const twice = withOwnNames(3).flatMap((text) => [text, text]);
  expect(isMap(twice)).toBe(true);
});

test('finds ids within ids, in arrays, and where few samples have the object', () => {
  const inner = withOwnNames(3, 30);
  const texts = Array.from({ length: 300 }, (_, sample) =>
    sample % 10 === 0
      ? `{"teams":[{"t${sample}":{"users":${inner[sample / 10]}}}],"id":1}`
      : '{"id":1}',
  );
  expect(schemaOfAll(texts).properties?.teams?.items).toEqual({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { users: { type: 'object', additionalProperties: value, 'x-present': 1 } },
      required: ['users'],
    },
  });
});

test('tells them when the schema is made: a shape to which more is added may have names again', () => {
  const all = new Shape();
  for (const text of withOwnNames(3)) all.add(shapeOf(text));
  expect(schemaOf(all)).not.toHaveProperty('properties');
  for (let more = 0; more < 5; more += 1) all.add(shapeOf('{"u0-0":{"visits":1}}'));
  expect(Object.keys(schemaOf(all).properties ?? {})).toHaveLength(30);
});

test('takes no names of real payloads for ids, by event or all together', () => {
  let places = 0;
  const look = (schema: ValueSchema, name: string): void => {
    expect(schema.additionalProperties, name).toBeUndefined();
    if (Object.keys(schema.properties ?? {}).length > 20) places += 1;
    for (const member of Object.values(schema.properties ?? {})) look(member, name);
    if (schema.items !== undefined) look(schema.items, name);
  };
  const all = new Shape();
  for (const [name, texts] of payloads) {
    const event = new Shape();
    for (const text of texts) event.add(shapeOf(text));
    look(schemaOf(event), name);
    all.add(event);
  }
  look(schemaOf(all), 'all');
  expect(places).toBeGreaterThan(100);
});
