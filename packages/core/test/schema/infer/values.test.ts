import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloads } from './payloads.ts';
import { printedSchemaOf } from './read-samples.ts';

/** Without the shares, which have decimals of their own. */
function printedWithoutShares(texts: readonly string[]): string {
  return printedSchemaOf(texts).replace(/"x-present":[\d.e-]+/g, '"x-present":0');
}

const values = fc
  .integer({ min: 1e8, max: 1e9 - 1 })
  .chain((mark) =>
    fc.constantFrom<unknown>(
      mark,
      -mark,
      mark / 1000,
      `${mark}`,
      `m${mark}@example.com`,
      `https://example.com/${mark}`,
      `00000000-0000-4000-8000-000${mark}`,
      [mark, [`x${mark}`]],
      { a: mark, b: { c: `y${mark}` } },
    ),
  );

test('tells no value of any sample', () => {
  const sample = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), values);
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 8 }), (samples) => {
      const printed = printedWithoutShares(samples.map((value) => JSON.stringify(value)));
      expect(printed).not.toMatch(/\d{6}|example\.com/);
    }),
  );
});

test('tells no string and no long number of a real payload', () => {
  // Words that schemas have, too.
  const words =
    /^(?:object|array|string|integer|number|boolean|null|date|email|uri|type|items|format)$/;
  for (const [name, all] of payloads) {
    const texts = all.slice(0, 2);
    const names = new Set<unknown>();
    const strings = new Set<unknown>();
    for (const text of texts) {
      JSON.parse(text, (key, value: unknown) => {
        names.add(key);
        if (typeof value === 'string') strings.add(value);
        return value;
      });
    }
    const printed = printedWithoutShares(texts);
    const told = (printed.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((word): unknown =>
      JSON.parse(word),
    );
    const found = told.filter((word) => strings.has(word) && !names.has(word));
    expect(
      found.filter((word) => !words.test(String(word))),
      name,
    ).toEqual([]);
    expect(printed.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''), name).not.toMatch(/\d{4}/);
  }
});
