import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StringFormat, stringFormats } from '../../../src/schema/body-schema.ts';
import { anyUrl } from '../../any-url.ts';
import { schemaOfAll } from './read-samples.ts';

function formatOf(...texts: readonly string[]): StringFormat | undefined {
  return schemaOfAll([JSON.stringify(texts)]).items?.format;
}

test.each([
  ['date-time', '2026-03-01T12:00:00Z', '2024-02-29t23:59:59.123456+05:30'],
  ['date', '2026-03-01', '2000-02-29'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', 'ABCDEF01-0000-0000-0000-000000000000'],
  ['email', 'ada.lovelace+x@mail.example.com', "o'neil@example.co"],
  ['ipv4', '127.0.0.1', '255.255.255.255'],
  ['uri', 'https://example.com/a?b=c%20d#e', 'postgres://user:pw@db:5432/x', 's3://bucket/key'],
] as const)('tells %s', (format, ...texts) => {
  expect(formatOf(...texts)).toBe(format);
  for (const text of texts) expect(formatOf(text)).toBe(format);
  expect(formatOf(...texts, 'x')).toBeUndefined();
  expect(formatOf('', ...texts)).toBeUndefined();
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '1900-02-29T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T12:00:60Z',
  '2026-03-01T12:00:00',
  '2026-03-01 12:00:00Z',
  '2026-03-01T12:00:00+0530',
  '2026-03-01T12:00Z',
  '20260301',
  '123e4567e89b12d3a456426614174000',
  '{123e4567-e89b-12d3-a456-426614174000}',
  'ada@localhost',
  'ada@@example.com',
  '.ada@example.com',
  'Ada <ada@example.com>',
  '256.0.0.1',
  '01.2.3.4',
  '1.2.3',
  '1.2.3.4\n',
  'example.com',
  'mailto:ada@example.com',
  'https://',
  'https://exa mple.com',
  'https://example.com/%zz',
  'https://example.com/ü',
  'https://example.com/[x]',
])('tells no format of %j', (text) => {
  expect(formatOf(text)).toBeUndefined();
});

/** Texts that have a format, and some that nearly have: characters changed, left out, or put in. */
const near = fc
  .tuple(
    fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc
        .array(
          fc.nat(99).map((n) => String(n).padStart(2, '0')),
          { minLength: 8, maxLength: 8 },
        )
        .map(([a, b, c, d, e, f, g, h]) => `20${a}-${b}-${c}T${d}:${e}:${f}+${g}:${h}`),
      fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32)).map((parts) => {
        const [year = '', month = '', date = ''] = parts.map(String);
        return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
      }),
      fc.uuid(),
      fc.emailAddress({ size: 'small' }),
      fc.ipV4(),
      anyUrl,
    ),
    fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.constantFrom(...'09afzTZ:-+.@/%[]?#_ \nü"\\\'&')), {
      maxLength: 2,
    }),
  )
  .map(([text, changes]) =>
    changes.reduce(
      (changed, [at, left, put]) => changed.slice(0, at) + put + changed.slice(at + left),
      text,
    ),
  );

test('tells a format only where ajv-formats finds it, too', () => {
  const found = new Map<string, number>();
  fc.assert(
    fc.property(near, (text) => {
      const format = formatOf(text);
      if (format === undefined) return;
      found.set(format, (found.get(format) ?? 0) + 1);
      expect(isFormat(format, text), `${JSON.stringify(text)} as ${format}`).toBe(true);
    }),
    { numRuns: 1500, seed: 1 },
  );
  for (const format of stringFormats) expect(found.get(format), format).toBeGreaterThan(5);
});

function isFormat(name: StringFormat, text: string): boolean {
  const format = fullFormats[name];
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === 'function') return format(text);
  if (typeof format !== 'object' || typeof format.validate !== 'function') throw new Error(name);
  // Of the formats that compare, those of texts.
  return (format.validate as (text: string) => boolean)(text);
}
