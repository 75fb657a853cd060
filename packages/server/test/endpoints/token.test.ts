import { expect, test } from 'vitest';
import { tokenOf } from '../../src/connections/request-target.ts';
import { createToken, isToken } from '../../src/endpoints/token.ts';

test('a token is 26 characters of a-z0-9, and another one every time', () => {
  const tokens = new Set(Array.from({ length: 2000 }, createToken));
  expect(tokens.size).toBe(2000);
  for (const token of tokens) {
    expect(token).toMatch(/^[a-z0-9]{26}$/);
    expect(isToken(token)).toBe(true);
  }
});

test('every character is about equally likely', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 4000; i++) {
    for (const character of createToken()) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // 104,000 draws: 2,889 of each, with a standard deviation of 53. A remainder of bytes would give 14 % more.
  expect(counts.size).toBe(36);
  for (const count of counts.values()) expect(Math.abs(count - 104_000 / 36)).toBeLessThan(320);
});

test('a text that cannot be a token is told by its shape', () => {
  for (const text of ['', 'a'.repeat(25), 'a'.repeat(65), 'A'.repeat(26), `${'a'.repeat(25)}\0`]) {
    expect(isToken(text)).toBe(false);
    expect(tokenOf(`/wh/${text}`)).toBeUndefined();
  }
  // The seed gives such ones.
  for (const text of ['a'.repeat(27), '0z'.repeat(32)]) {
    expect(isToken(text)).toBe(true);
    expect(tokenOf(`/wh/${text}/path?query`)).toBe(text);
  }
  expect(isToken(`${'a'.repeat(26)}\n`)).toBe(false);
});
