import { decodeText } from '@hookwell/core/http/body-text';
import { describe, expect, it } from 'vitest';
import { bodyTexts } from '../../src/rendering/body-texts.ts';

/** Every character of one or two bytes, and some of four. */
function charactersOf(charset: string): number[][] {
  const isCharacter = (bytes: number[]) => {
    const { text, isValid } = decodeText(Uint8Array.from(bytes), charset);
    return isValid && [...text].length === 1;
  };
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const four = bytes.filter((byte) => byte > 0x80).map((byte) => [byte, 0x30, byte, 0x32]);
  const pairs = bytes.flatMap((one) => bytes.map((other) => [one, other]));
  return [...bytes.map((byte) => [byte]), ...pairs, ...four].filter(isCharacter);
}

/** The characters in an order that puts each kind before each other kind, some chunks long. */
function mixed(characters: readonly number[][]): Uint8Array {
  const all: number[] = [];
  for (let step = 1; all.length < 80_000; step += 6) {
    for (let index = 0; index < characters.length && all.length < 80_000; index++) {
      all.push(...(characters[(index * step * 7919) % characters.length] ?? []));
    }
  }
  return Uint8Array.from(all);
}

function expectSameText(bytes: Uint8Array, charset: string): void {
  const whole = decodeText(bytes, charset);
  const texts = [...bodyTexts(bytes, charset)];
  expect(texts.join('') === whole.text).toBe(true);
  for (const text of texts) expect(text.isWellFormed()).toBe(true);
}

describe('the texts of a body', () => {
  it.each([...['utf-8', 'utf-16le', 'windows-1251', 'shift_jis', 'gb18030', 'big5']])(
    'never end within a character of %s',
    (charset) => {
      expectSameText(mixed(charactersOf(charset)), charset);
    },
  );

  it('know what an escape sequence of ISO-2022-JP said before', () => {
    const words = ['\x1b$B$"$$$&', '\x1b(B abc\n', '\x1b$B%F%9%H4A;z', '\x1b(J~1', '\x1b(I123'];
    const text = Array.from({ length: 9000 }, (_, index) => words[(index * index) % 5]).join('');
    expectSameText(Buffer.from(text), 'iso-2022-jp');
    expectSameText(Buffer.from(`\x1b$B${'$"'.repeat(50_000)}`), 'iso-2022-jp');
  });

  it('split bytes that are no text as one text would', () => {
    const set = [0x80, 0x80, 0x80, 0xe2, 0xf0, 0x9f, 0xc3, 0xa9, 0x41, 0xff, 0xed, 0xa0];
    const bytes = Uint8Array.from(
      { length: 80_000 },
      (_, index) => set[(index * index + (index >> 3)) % set.length] ?? 0,
    );
    expectSameText(bytes, 'utf-8');
    expectSameText(bytes, 'utf-16le');
  });
});
