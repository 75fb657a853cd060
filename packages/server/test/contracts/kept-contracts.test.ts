import { readContract } from '@hookwell/schemas';
import { expect, test } from 'vitest';
import { keptBytes, mostDocumentBytes } from '../../src/contracts/judging.ts';

test('contracts of very many short schemas are not kept together', () => {
  const anyOf = Array.from({ length: 16_000 }, (_, index) => ({ const: index }));
  const events = { a: { anyOf }, b: { anyOf }, c: { anyOf } };
  const { size } = readContract(JSON.parse(JSON.stringify({ events })));
  expect(size).toBe(48_003);
  const bytes = keptBytes(JSON.stringify({ events }).length, size);
  expect(bytes).toBeLessThan(mostDocumentBytes);
  expect(2 * bytes).toBeGreaterThan(mostDocumentBytes);
});

test('usual contracts are: there are many of them', () => {
  expect(100 * keptBytes(50_000, 300)).toBeLessThanOrEqual(mostDocumentBytes);
});
