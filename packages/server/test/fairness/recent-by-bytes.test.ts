import { expect, test } from 'vitest';
import { RecentByBytes } from '../../src/fairness/recent-by-bytes.ts';

const [neighbour, hostile] = [1, -1];

test('what was used longest ago gives way', () => {
  const recent = new RecentByBytes<string, string>(3, ({ length }) => length);
  recent.set('a', '1', neighbour);
  recent.set('b', '2', neighbour);
  recent.set('c', '3', neighbour);
  expect(recent.get('a')).toBe('1');
  recent.set('d', '4', neighbour);
  expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual(['1', undefined, '3', '4']);
});

test('a party that fills it displaces its own entries alone', () => {
  const recent = new RecentByBytes<number, string>(100, ({ length }) => length);
  recent.set(0, 'settings of a neighbour', neighbour);
  for (let key = 1; key < 1000; key += 1) recent.set(key, 'x'.repeat(10), hostile);
  expect(recent.get(0)).toBe('settings of a neighbour');
  expect(recent.get(999)).toBeDefined();
  expect(recent.get(900)).toBeUndefined();
});

test('one entry may be longer than all that there is, until the next one comes', () => {
  const recent = new RecentByBytes<string, string>(3, ({ length }) => length);
  recent.set('a', 'long', hostile);
  expect(recent.get('a')).toBe('long');
  recent.set('b', '1', neighbour);
  expect([recent.get('a'), recent.get('b')]).toEqual([undefined, '1']);
  recent.delete('b');
  recent.set('c', '123', hostile);
  expect(recent.get('c')).toBe('123');
});
