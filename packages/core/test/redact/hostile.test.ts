import { expect, test } from 'vitest';
import { shared, sharedJson } from './requests.ts';

test('JSON of any depth is shown', () => {
  const levels = 20_000;
  const deep = (inner: string) => `${'{"a":['.repeat(levels)}${inner}${']}'.repeat(levels)}`;
  expect(sharedJson(deep('{"token":[1]}'))).toBe(deep('{"token":"•••"}'));
  expect(sharedJson(deep('"x"'), { redact: 'values' })).toBe(deep('"•••"'));
  expect(sharedJson(`{"token":${deep('1')},"b":2}`)).toBe('{"token":"•••","b":2}');
});

test('what is nested deeper than it is read is hidden', () => {
  let text = '{"token":"abcdefgh"}';
  for (let level = 0; level < 8; level++) text = JSON.stringify({ inner: text });
  expect(sharedJson(text)).not.toContain('abcdefgh');
  let harmless = '{"a":"b"}';
  for (let level = 0; level < 8; level++) harmless = JSON.stringify({ inner: harmless });
  expect(sharedJson(harmless)).not.toContain('"b');
  expect(sharedJson(harmless)).toContain('•••');
  let url = '/?token=abcdefgh';
  for (let level = 0; level < 12; level++) url = `/?next=${encodeURIComponent(url)}`;
  const [next] = shared({ query: url.slice(2) }).query;
  expect(next?.[1]).not.toContain('abcdefgh');
});
