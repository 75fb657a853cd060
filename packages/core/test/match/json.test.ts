import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNode } from '../../src/match/body/json-node.ts';
import { JsonScanner } from '../../src/match/body/json-scanner.ts';
import { holdsWithBody, longestJsonValueCharacters, parseMatch } from '../../src/match/index.ts';
import { now, requestWith } from './matchable.ts';

/** The value at a path of a text that comes in chunks of that many characters. */
function valueAt(text: string, path: readonly string[], size = text.length) {
  const root = new JsonNode();
  root.ask(path);
  const scanner = new JsonScanner(root);
  for (let at = 0; at < text.length; at += size) scanner.push(text.slice(at, at + size));
  const isJson = scanner.end();
  return { isJson, value: isJson ? root.find(path)?.decoded() : undefined };
}

/** The value that `JSON.parse` finds there. */
function parsedAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

const names = ['a', 'b', '', '0', '1', '__proto__', 'length', 'é\n"'];
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'null',
      'true',
      '-0.5e+3',
      '12345678901234567890',
      '""',
      '"\\u00e9\\\\"',
      '" x"',
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 3 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)} :${value}`)}}`),
  ),
})).value as fc.Arbitrary<string>;
const path = fc.array(fc.constantFrom(...names), { maxLength: 3 });

describe('the scanner', () => {
  test('finds the values that JSON.parse finds, in chunks of any size', () => {
    fc.assert(
      fc.property(json, path, fc.integer({ min: 1, max: 9 }), (text, steps, size) => {
        const { isJson, value } = valueAt(text, steps, size);
        expect(isJson).toBe(true);
        const expected = parsedAt(JSON.parse(text), steps);
        if (expected === undefined) expect(value).toBeUndefined();
        else if (typeof expected === 'string') expect(value?.text).toBe(expected);
        else expect(JSON.parse(value?.text ?? '')).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('a nesting of any depth costs one bit for each level', () => {
    const depth = 300_000;
    const text = `{"a":${'['.repeat(depth)}${']'.repeat(depth)},"b":7}`;
    expect(valueAt(text, ['b'])).toEqual({ isJson: true, value: { text: '7', type: 'number' } });
    expect(valueAt(text.slice(0, -1), ['b']).isJson).toBe(false);
  });

  test('names count as JSON decodes them, and the last of repeated ones', () => {
    expect(valueAt('{"\\u0061":1,"a":{"b":2},"a":{"c":3}}', ['a', 'b']).value).toBeUndefined();
    expect(valueAt('{"\\u0061":1}', ['a']).value?.text).toBe('1');
  });
});

test('of a value that is too long the beginning counts', () => {
  const text = `{"a":"${'x'.repeat(longestJsonValueCharacters - 2)}\\u0079zz","b":"end"}`;
  const finds = (match: string) =>
    holdsWithBody(parseMatch(match), requestWith({ bodySize: text.length }), text, now);
  expect(finds('json.a:xx')).toBe(true);
  expect(finds('json.a:y')).toBe(false);
  expect(finds('json.a:z')).toBe(false);
  expect(finds('body:zz')).toBe(true);
  expect(finds('json.b=end has:json.a')).toBe(true);
});
