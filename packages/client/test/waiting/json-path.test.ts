import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../bodies/test/any-character.ts';
import { parsePath, sourceAt, valueAt } from '../../src/waiting/json-path.ts';

/** Every path in a value, with the value that it leads to. */
function* placesIn(value: unknown, steps: string[] = []): Generator<[string[], unknown]> {
  yield [steps, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* placesIn(part, [...steps, name]);
}

describe('a path in JSON', () => {
  test.each([
    ['a', ['a']],
    ['.a.b', ['a', 'b']],
    ['a[0].b', ['a', '0', 'b']],
    ['[0][1]', ['0', '1']],
    ['["a.b"].c', ['a.b', 'c']],
    ['["say \\"x\\""]', ['say "x"']],
    ['[a b]', ['a b']],
    ['with space.é', ['with space', 'é']],
  ])('%s', (path, steps) => {
    expect(parsePath(path)).toEqual(steps);
  });

  test('reaches every name there can be', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1 }), (steps) => {
        const path = steps.map((step) => `["${step.replace(/["\\]/g, '\\$&')}"]`).join('');
        expect(parsePath(path)).toEqual(steps);
      }),
    );
  });

  test('leads to the same value in the text as in the parsed JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(0, 1, '\t', '\r\n'),
        (made, space) => {
          const text = JSON.stringify(made, null, space);
          const root: unknown = JSON.parse(text);
          for (const [steps, value] of placesIn(root)) {
            expect(valueAt(root, steps)).toBe(value);
            expect(JSON.parse(sourceAt(text, steps))).toEqual(value);
          }
        },
      ),
    );
  });

  test('has every digit in the text', () => {
    const text = ' { "a" : [ -0.10e+2 , 12345678901234567890 ] , "b" : "\\\\" , "a" : [ 1 , 1.0 ]}';
    expect(sourceAt(text, ['a', '1'])).toBe('1.0');
    expect(sourceAt(text, ['b'])).toBe('"\\\\"');
    expect(sourceAt('[-0.10e+2,12345678901234567890]', ['1'])).toBe('12345678901234567890');
    expect(sourceAt(' 7\n', [])).toBe('7');
  });
});
