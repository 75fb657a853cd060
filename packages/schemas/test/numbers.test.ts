import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differencesOf, readJsonValue, readSchema } from '../src/index.ts';
import { ExactNumber } from '../src/numbers/exact-number.ts';

const asDoubles = (value: unknown) =>
  JSON.stringify(value, (_, part) => (part instanceof ExactNumber ? part.nearest : part));
const fits = (schema: unknown, body: string) =>
  differencesOf(readSchema(schema), readJsonValue(body)).length === 0;
const integer = { type: 'integer' };

describe('numbers are judged by their digits', () => {
  test.each<[schema: unknown, body: string, isFit: boolean]>([
    [integer, '1.0', true],
    [integer, '-0', true],
    [integer, '1e400', true],
    [integer, '1.5e400', true],
    [integer, '1e-400', false],
    [integer, '0e-400', true],
    [integer, '10e-1', true],
    [integer, '9007199254740993', true],
    [integer, '9007199254740993.0', true],
    [integer, '9007199254740993.5', false],
    [integer, '123456789012345678901234567890', true],
    [integer, '1.00000000000000000001', false],
    [{ type: 'number' }, '1e400', true],
    [{ maximum: 10 }, '1e400', false],
    [{ minimum: 10 }, '-1e400', false],
    [{ exclusiveMinimum: 0 }, '1e-400', true],
    [{ maximum: 1 }, '1.00000000000000000001', false],
    [{ maximum: 9007199254740991 }, '9007199254740992', false],
    // The limit of a 64-bit integer has become another number before it comes here.
    [JSON.parse(`{"maximum": 9223372036854775807}`), '9223372036854775807', true],
    [JSON.parse(`{"minimum": 9223372036854775807}`), '9223372036854775807', true],
    [{ const: 0 }, '-0', true],
    [{ const: 0 }, '0.0e7', true],
    [{ const: 1 }, '1.00', true],
    [{ const: 1 }, '1.00000000000000000001', false],
    [{ const: 0.1 }, '0.10000000000000000001', false],
    [{ enum: [[1, { a: 2 }]] }, '[1.0, {"a": 20e-1}]', true],
    [{ uniqueItems: true }, '[9007199254740992, 9007199254740993]', true],
    [{ uniqueItems: true }, '[9007199254740993, 9007199254740993.0]', false],
    [{ uniqueItems: true }, '[1, 1.0]', false],
    [{ uniqueItems: true }, '[0, -0]', false],
    [{ uniqueItems: true }, '[1, true, "1", "true", [1], "[1", {"a": 1}, "{a1"]', true],
    [{ uniqueItems: true }, '["[1:1", ["1"], "\\"[1:1", {}, "{", [], "["]', true],
    [{ uniqueItems: true }, '[["a", "b"], ["a,b"], ["a\\"b"]]', true],
    [{ multipleOf: 0.1 }, '0.3', true],
    [{ multipleOf: 0.01 }, '19.99', true],
    [{ multipleOf: 3 }, '9007199254740993', true],
    [{ multipleOf: 3 }, '9007199254740992', false],
    [{ multipleOf: 7 }, '7e400', true],
    [{ multipleOf: 7 }, '1e400', false],
    [{ multipleOf: 1e-7 }, '0.0000003', true],
  ])('%j and %s: %s', (schema, body, isFit) => {
    expect(fits(schema, body)).toBe(isFit);
  });

  test('a whole multiple is one, and one off by the last digit is not', () => {
    const bodies = fc.tuple(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      fc.integer({ min: 2, max: 1e9 }),
    );
    fc.assert(
      fc.property(bodies, ([factor, divisor]) => {
        const multiple = factor * BigInt(divisor);
        expect(fits({ multipleOf: divisor }, String(multiple))).toBe(true);
        expect(fits({ multipleOf: divisor }, String(multiple + 1n))).toBe(false);
      }),
    );
  });

  test('a text is read as `JSON.parse` reads it, but for what a double does not hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value]);
        expect(asDoubles(readJsonValue(text))).toBe(text);
        // With such a number it is read token by token.
        expect(asDoubles(readJsonValue(`${text.slice(0, -1)},1e1]`))).toBe(
          `${text.slice(0, -1)},10]`,
        );
      }),
    );
    expect(readJsonValue('[1e1')).toBeUndefined();
    expect(readJsonValue('{"a": 1e1, "a": 2}')).toEqual({ a: 2 });
  });
});
