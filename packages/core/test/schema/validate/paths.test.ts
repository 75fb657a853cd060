import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFieldName, printField } from '../../../src/match/index.ts';
import { differencesOf, readJsonValue, readSchema } from '../../../src/schema/validate/index.ts';
import { anyCharacter } from '../../any-character.ts';

const nothing = readSchema({
  $defs: {
    any: {
      type: ['object', 'array'],
      items: { $ref: '#/$defs/any' },
      additionalProperties: { $ref: '#/$defs/any' },
    },
  },
  $ref: '#/$defs/any',
});

/** A value with `null` at one place, where nothing but objects and arrays may be. */
function valueAt(path: readonly (string | number)[]): unknown {
  return path.reduceRight<unknown>((inner, step) => {
    if (typeof step === 'string') return Object.fromEntries([[step, inner]]);
    return [...Array.from({ length: step }, () => []), inner];
  }, null);
}

function pathOf(value: unknown): string {
  const [difference] = differencesOf(nothing, readJsonValue(JSON.stringify(value)));
  return difference?.path ?? 'none';
}

function fieldOf(path: string) {
  return parseFieldName(`json${path.startsWith('[') ? '' : '.'}${path}`);
}

const visibleName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab09_$@-."\'\\[] :=<>é中'), maxLength: 12 }),
  fc.constantFrom('', '0', '007', 'a.b', '__proto__', '"', '\\'),
);
const steps = (name: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(name, fc.nat(5)), { minLength: 1, maxLength: 6 });

test('a path leads to its place in the match language, and is written as there', () => {
  fc.assert(
    fc.property(steps(visibleName), (path) => {
      const field = { name: 'json.PATH' as const, path: path.map(String) };
      const written = pathOf(valueAt(path));
      expect(fieldOf(written)).toEqual(field);
      expect(printField(field)).toBe(`json${written.startsWith('[') ? '' : '.'}${written}`);
    }),
  );
});

test('whatever names there are, it is a path there, and not long', () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'"\'\\[].\u0000\u202e\ud800') }),
  );
  fc.assert(
    fc.property(steps(hostile), (path) => {
      const written = pathOf(valueAt(path));
      expect(fieldOf(written).name).toBe('json.PATH');
      expect(written.length).toBeLessThan(800);
      expect(written).not.toMatch(/\p{Cc}|\p{Cs}/u);
    }),
  );
});

test('of a long path the beginning is told', () => {
  const written = pathOf(valueAt(Array.from({ length: 50 }, () => 'x'.repeat(90))));
  expect(written).toMatch(/^(x{90}\.){5}…$/);
});
