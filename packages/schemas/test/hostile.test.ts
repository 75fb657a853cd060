import { describe, expect, test } from 'vitest';
import {
  differencesOf,
  findingOf,
  readContract,
  readJsonValue,
  readSchema,
  TooMuchWork,
} from '../src/index.ts';
import { Work } from '../src/judging/work.ts';
import { valueKey } from '../src/values/value-key.ts';
import { type DearInput, differingMuch, tooDear, tooDeep } from './dear-inputs.ts';

function judging({ schema, body }: DearInput): () => unknown {
  const checked = readSchema(schema);
  const value = readJsonValue(body);
  return () => differencesOf(checked, value);
}

describe('the work of judging is bounded', () => {
  test.each(tooDear)('too dear: $name', (input) => {
    expect(judging(input)).toThrow(new TooMuchWork('Judging the body takes too much work'));
  });

  test.each(tooDeep)('too deep: $name', (input) => {
    expect(judging(input)).toThrow(new TooMuchWork('The body is nested too deep to be judged'));
  });

  test.each(differingMuch)('much differs: $name', (input) => {
    const differences = judging(input)();
    expect(differences).not.toHaveLength(0);
    expect(JSON.stringify(differences).length).toBeLessThan(10_000);
  });

  test('a body that is nested deeper still is not even read by its digits', () => {
    const body = `[1e1,${'['.repeat(500_000)}${']'.repeat(500_000)}]`;
    expect(() => readJsonValue(body)).toThrow(TooMuchWork);
    expect(findingOf(readContract({ events: { a: {} } }), 'a', body)).toEqual({
      verdict: 'none',
      reason: 'The body is nested too deep to be judged',
    });
    expect(readJsonValue(`[1e1,${'['.repeat(900)}${']'.repeat(900)}]`)).toBeDefined();
  });

  test('a caller may allow less, or more', () => {
    const items = Array.from({ length: 1000 }, (_, index) => index);
    const schema = readSchema({ items: { type: 'integer' } });
    expect(() => differencesOf(schema, items, 10, 1000)).toThrow(TooMuchWork);
    expect(differencesOf(schema, items, 10, 2000)).toEqual([]);
  });

  test('to tell much within a long name is too much work', () => {
    const name = 'x'.repeat(500_000);
    const schema = readSchema({ additionalProperties: { items: { type: 'string' } } });
    const [difference] = differencesOf(schema, { [name]: Array.from({ length: 1000 }, () => 1) });
    expect(difference?.problem).toMatch(/\(as in at least \d{1,2} more places\)$/);
  });

  test('no number is looked up as one: many can be chosen to be found slowly', () => {
    const work = new Work(1000);
    expect(valueKey(7, work)).toBe('#7');
    expect(valueKey('#7', work)).not.toBe('#7');
    expect(valueKey(-0, work)).toBe(valueKey(0, work));
  });

  test('what was found before the work was too much is told', () => {
    const items = Array.from({ length: 1000 }, () => 1);
    expect(differencesOf(readSchema({ items: { type: 'string' } }), items, 10, 1000)).toEqual([
      {
        path: '[0]',
        problem: expect.stringMatching(
          /^`\[0\]` is an integer, was a string \(as in at least \d+ more places\)$/,
        ),
      },
    ]);
    const twice = { anyOf: [{ minLength: 2 }, { minLength: 3 }] };
    expect(differencesOf(readSchema(twice), 'a', 10, 25)).toEqual([
      { path: '', problem: 'The body does not fit, and to tell why takes too much work' },
    ]);
  });
});
