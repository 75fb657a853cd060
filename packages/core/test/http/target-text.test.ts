import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeQuery, textOfBytes } from '../../src/http/target-text.ts';

/** The bytes of a text percent-decoded, read as UTF-8 byte by byte (RFC 3629, section 4). */
function decodedByBytes(text: string): string {
  let decoded = '';
  for (let at = 0; at < text.length; ) {
    const first = byteAt(text, at);
    const length = first === undefined ? 0 : sequenceLength(first);
    const bytes = Array.from({ length }, (_, index) => byteAt(text, at + 3 * index) ?? 0);
    const point = length === 0 ? undefined : pointOf(bytes);
    if (point === undefined) decoded += text[at] === '+' ? ' ' : text[at];
    else decoded += String.fromCodePoint(point);
    at += point === undefined ? 1 : 3 * length;
  }
  return decoded;
}

function byteAt(text: string, at: number): number | undefined {
  const digits = /^%([0-9a-fA-F]{2})/.exec(text.slice(at, at + 3))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc0 || first > 0xf7) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** The code point; `undefined` if it is none, or has more bytes than it needs. */
function pointOf([first = 0, ...rest]: readonly number[]): number | undefined {
  if (rest.some((byte) => byte >> 6 !== 0b10)) return undefined;
  const bits = rest.length === 0 ? first : first & (0x3f >> rest.length);
  const point = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), bits);
  const least = [0, 0x80, 0x800, 0x10000][rest.length] ?? 0;
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point < least || point > 0x10ffff || isSurrogate ? undefined : point;
}

test('each character of UTF-8 is decoded, and nothing else', () => {
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0),
    fc.constantFrom(0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff),
  );
  const sent = byte.map((value) => `%${value.toString(16).padStart(2, '0')}`);
  const character = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 2 })
    .map(encodeURIComponent);
  const part = fc.oneof(sent, sent, character, fc.constantFrom('%', '%4', '%zz', '+', 'a', 'é'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, isUpper) => {
      const text = isUpper ? parts.join('').toUpperCase() : parts.join('');
      expect(decodeQuery(text)).toBe(decodedByBytes(text));
    }),
    { numRuns: 1000 },
  );
});

test('a run of any length is decoded', () => {
  expect(decodeQuery('%41%C3%A9'.repeat(10_000))).toBe('Aé'.repeat(10_000));
});

/** The same, by a decoder that takes characters one by one. */
function decodedOneByOne(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const sizes = [2, 3, 4].filter((size) => characterIn(bytes.slice(at, at + size)) !== undefined);
    const [size = 1] = sizes;
    text += characterIn(bytes.slice(at, at + size)) ?? bytes[at];
    at += size;
  }
  return text;
}

function characterIn(bytes: string): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(Buffer.from(bytes, 'latin1'));
    return [...text].length === 1 ? text : undefined;
  } catch {
    return undefined;
  }
}

test('bytes in UTF-8 are read, and all others stay', () => {
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0),
    fc.constantFrom(0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff),
  );
  const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 });
  const part = fc.oneof(
    byte.map((code) => String.fromCharCode(code)),
    character.map((text) => Buffer.from(text).toString('latin1')),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const bytes = parts.join('');
      expect(textOfBytes(bytes)).toBe(decodedOneByOne(bytes));
    }),
    { numRuns: 800 },
  );
});

test('a text of any length is read', () => {
  const sent = Buffer.from('aé\u{1f600}').toString('latin1');
  expect(textOfBytes(sent.repeat(50_000))).toBe('aé\u{1f600}'.repeat(50_000));
});

test.each(['\xc3\xa9…', '\ud800\xc3\xa9', ''])('a text of other characters stays: %j', (text) => {
  expect(textOfBytes(text)).toBe(text);
});
