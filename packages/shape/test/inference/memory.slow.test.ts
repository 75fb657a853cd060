import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SampleReader, type Shape } from '../../src/index.ts';
import { shapeOf } from './read-samples.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

let names = 0;

/** An object of 900 members with new names. */
function members(value: (index: number) => string, before = 'n'): string {
  const all = Array.from({ length: 900 }, (_, index) => `"${before}${names++}":${value(index)}`);
  return `{${all.join(',')}}`;
}

test.each<[string, () => string]>([
  ['members', () => members(() => '1')],
  ['objects of one member', () => members(() => '{"a":1}')],
  ['objects of five members', () => members(() => '{"a":1,"b":1,"c":1,"d":1,"e":1}')],
  ['objects in one another', () => members(() => `${'{"a":'.repeat(6)}1${'}'.repeat(6)}`)],
  ['arrays in one another', () => members(() => `${'['.repeat(6)}1${']'.repeat(6)}`)],
  ['long names', () => members(() => '1', 'n'.repeat(200))],
  ['long names of two bytes a character', () => members(() => '1', 'Ω'.repeat(200))],
  ['long names in escapes', () => members(() => '1', '\\u0061'.repeat(200))],
])('counts at least the bytes that %s take', (_, textOf) => {
  const shapes: Shape[] = [shapeOf(textOf())];
  const before = heapBytes();
  for (let turn = 0; turn < 8; turn += 1) shapes.push(shapeOf(textOf()));
  const taken = heapBytes() - before;
  const counted = shapes.slice(1).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(taken).toBeGreaterThan(counted / 4);
  expect(taken).toBeLessThan(counted * 1.05);
});

// A part of a text keeps the whole, but as a key of a map.
test('keeps nothing of the pieces that it read names from', () => {
  const filler = 'x'.repeat(60_000);
  const before = heapBytes();
  const reader = new SampleReader();
  reader.push('{');
  for (let piece = 0; piece < 300; piece += 1) {
    reader.push(`"the name of the piece ${piece}":"${filler}",`);
  }
  reader.push('"end":1}');
  const taken = heapBytes() - before;
  expect(reader.end()?.bytes).toBeGreaterThan(300 * 288);
  expect(taken).toBeLessThan(1024 * 1024);
});
