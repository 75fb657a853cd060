import { expect, it } from 'vitest';
import { isJsonObject } from '../../src/requests/json-object.ts';

it.each(['{}', ' {"a":1}\n', '{"a":{"b":[]},"a":2}', '{"__proto__":1}', '{"n":1e400,"m":-0.0}'])(
  'is %j',
  (text) => {
    expect(isJsonObject(text)).toBe(true);
  },
);

it.each([
  '',
  ' ',
  '[]',
  '[{}]',
  '1',
  'null',
  '"{}"',
  '{',
  '{"a":1}}',
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  '\uFEFF{}',
  '{"a":01}',
  '\u00a0{}',
])('is not %j', (text) => {
  expect(isJsonObject(text)).toBe(false);
});

it('overflows nothing at any depth', () => {
  const depth = 1_000_000;
  expect(isJsonObject(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe(true);
  expect(isJsonObject(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe(true);
  expect(isJsonObject(`{"a":${'['.repeat(depth)}`)).toBe(false);
});
