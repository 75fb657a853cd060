import { expect, test } from 'vitest';
import { HeldTexts } from '../../src/live/held-texts.ts';

const kibibyte = 1024;
const mebibyte = 1024 * 1024;

/** Gives stalled streams of the party as much as there is room for; returns the bytes that they hold. */
function stall(texts: HeldTexts, party: number, streams: number, wanted: number): number {
  let held = 0;
  for (let stream = 0; stream < streams; stream++) {
    const text = new Uint8Array(Math.min(wanted, texts.roomBytes(party)));
    texts.hold(party, text);
    held += text.length;
  }
  return held;
}

test('however many streams stall, all of them hold a bounded amount and 4 KiB each', () => {
  const texts = new HeldTexts();
  let held = 0;
  for (let account = 0; account < 1000; account++) held += stall(texts, account, 20, mebibyte);
  expect(held).toBeLessThan(32 * mebibyte + mebibyte + 20_000 * 4 * kibibyte);
});

test('the stalled streams of one account leave the others their room', () => {
  const texts = new HeldTexts();
  const held = stall(texts, 1, 10_000, mebibyte);
  expect(held).toBeLessThan(9 * mebibyte + 10_000 * 4 * kibibyte);
  expect(texts.roomBytes(2)).toBe(Number.POSITIVE_INFINITY);
});

test('a text that many streams hold counts once, until the last of them has it', () => {
  const texts = new HeldTexts();
  const text = new Uint8Array(mebibyte);
  for (let stream = 0; stream < 100; stream++) texts.hold(1, text);
  expect(texts.bytes).toBe(mebibyte);
  for (let stream = 0; stream < 99; stream++) texts.release(text);
  expect(texts.bytes).toBe(mebibyte);
  texts.release(text);
  texts.release(text);
  expect(texts.bytes).toBe(0);
});

test('small texts are not counted', () => {
  const texts = new HeldTexts();
  texts.hold(1, new Uint8Array(4 * kibibyte));
  expect(texts.bytes).toBe(0);
});
