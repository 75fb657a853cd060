import { expect, test } from 'vitest';
import { SampleReader, Shape, schemaOf } from '../../../src/schema/index.ts';
import { mostMemory } from '../../../src/schema/infer/shape.ts';
import { schemaOfAll, shapeOf } from './read-samples.ts';

function objectOf(count: number, member: (index: number) => string): string {
  return `{${Array.from({ length: count }, (_, index) => member(index)).join(',')}}`;
}

test('tells 64 levels', () => {
  const arrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(schemaOfAll([arrays(64)])['x-left-out']).toBeUndefined();
  const deeper = schemaOfAll([arrays(65)]);
  expect(deeper['x-left-out']).toEqual(['values deeper than 64 levels']);
  expect(JSON.stringify(deeper).match(/"type":"array"/g)).toHaveLength(64);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  expect(schemaOfAll([objects(63)])['x-left-out']).toBeUndefined();
  expect(schemaOfAll([objects(64)])['x-left-out']).toEqual(['values deeper than 64 levels']);
});

test('reads samples that nest twenty thousand levels, and what stands behind them', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const schema = schemaOfAll([
    `{"a":${deep},"b":1}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  ]);
  expect(schema.properties?.b).toEqual({ type: 'integer', 'x-present': 0.5 });
  expect(schema['x-left-out']).toEqual(['values deeper than 64 levels']);
});

test('tells 1,000 names apart, in one sample or in many', () => {
  const leftOut = ['names of objects that have more than 1000 of them'];
  const thousand = objectOf(1000, (index) => `"n${index}":${index}`);
  expect(Object.keys(schemaOfAll([thousand]).properties ?? {})).toHaveLength(1000);
  const more = objectOf(1001, (index) => `"n${index}":${index % 2 === 0 ? 1 : 'null'}`);
  for (const texts of [[more], [thousand, '{"other":null}']]) {
    const schema = schemaOfAll(texts);
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: { type: ['integer', 'null'] },
      'x-left-out': leftOut,
    });
    expect(schema).not.toHaveProperty('properties');
    expect(schema).not.toHaveProperty('required');
  }
});

test('tells names of 256 characters apart, and the values of longer ones together', () => {
  const name = 'n'.repeat(256);
  const schema = schemaOfAll([`{"${name}":1,"${name}x":true,"${'m'.repeat(9000)}":null}`]);
  expect(schema.properties).toEqual({ [name]: { type: 'integer', 'x-present': 1 } });
  expect(schema.additionalProperties).toEqual({ type: ['boolean', 'null'] });
  expect(schema['x-left-out']).toEqual(['names of more than 256 characters']);
});

test('says what was left out before', () => {
  const shape = shapeOf('['.repeat(65) + ']'.repeat(65));
  expect(schemaOf(shape, { leftOut: ['older ones'] })['x-left-out']).toEqual([
    'older ones',
    'values deeper than 64 levels',
  ]);
});

test('prints at most a mebibyte', () => {
  // They take as many bytes again as required ones, and three for each character.
  const name = (index: number) => `${'漢'.repeat(240)}${index}`;
  const member = objectOf(100, (index) => `"${name(index)}":1`);
  const schema = schemaOfAll([objectOf(12, (index) => `"n${index}":${member}`)]);
  expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThan(1024 * 1024);
  expect(Object.keys(schema.properties ?? {})).toHaveLength(12);
  expect(schema['x-left-out']).toEqual(['names of objects that have more than 64 of them']);
  const small = schemaOfAll([objectOf(5, (index) => `"n${index}":${member}`)]);
  expect(Buffer.byteLength(JSON.stringify(small))).toBeGreaterThan(512 * 1024);
  expect(small['x-left-out']).toBeUndefined();
});

test('counts a repeated name once, though its object is merged with others in between', () => {
  const before = Array.from({ length: 1001 }, (_, index) => `"n${index}":{"x":1}`).join(',');
  const much = objectOf(999, (index) => `"n${index}":{"a":1,"b":1,"c":1,"d":1}`);
  const { additionalProperties: rest } = schemaOfAll([
    `{${before},"last":{"x":1,"y":${much},"x":2}}`,
  ]);
  expect(rest).toMatchObject({ properties: { x: { 'x-present': 1 } }, required: ['x'] });
});

/** Samples that would take all memory, each in its own way. */
const hostile: Readonly<Record<string, (sample: number) => string>> = {
  'with other names in each': (sample) => objectOf(900, (index) => `"n${sample}-${index}":1`),
  'with long names': (sample) =>
    objectOf(300, (index) => `"${'Ω'.repeat(240)}${sample}-${index}":1`),
  'with other names within': (sample) =>
    objectOf(400, (index) => `"n${index}":{"n${sample}":{"n${index}":1}}`),
  'with ids within ids': (sample) =>
    objectOf(
      9,
      (a) => `"${sample}-${a}":${objectOf(9, (b) => `"${sample}-${b}":{"${sample}":[{}]}`)}`,
    ),
  'that branch at every level': (sample) => {
    const branch = (seed: number) => {
      let text = '1';
      for (let level = 0; level < 50; level += 1) {
        text = (seed >> (level % 8)) % 2 === 0 ? `[${text}]` : `{"n${seed}":${text}}`;
      }
      return text;
    };
    return `[${[0, 60, 120, 180].map((seed) => branch(sample + seed)).join(',')}]`;
  },
  'in one sample': (sample) =>
    sample > 1
      ? '{}'
      : `{"a":${objectOf(9000, (index) => `"n${index}":{"m":{"${index}":[1]}}`)},"b":1}`,
};

test.each(Object.entries(hostile))('stays under its memory for samples %s', (_, textOf) => {
  const all = new Shape();
  for (let sample = 0; sample < 60; sample += 1) {
    const reader = new SampleReader();
    reader.push(textOf(sample));
    const shape = reader.end() ?? new Shape();
    expect(shape.bytes).toBeGreaterThan(0);
    expect(all.bytes + shape.bytes).toBeLessThan(mostMemory);
    all.add(shape);
  }
  expect(all.bytes).toBeLessThan(mostMemory / 2);
  expect(all.samples).toBe(60);
  const schema = schemaOf(all);
  expect(schema['x-samples']).toBe(60);
  expect(schema['x-left-out']).toBeDefined();
});
