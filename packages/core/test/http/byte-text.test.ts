import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOfBytes } from '../../src/http/byte-text.ts';

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
