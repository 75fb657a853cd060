import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BodyPieces } from '../../src/connections/body-pieces.ts';

/** Splits the bytes at these lengths, by turns; each piece has memory of its own. */
function split(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    pieces.push(new Uint8Array(bytes.subarray(at, at + length)));
    at += length;
  }
  return pieces;
}

describe('a body', () => {
  const random = Array.from({ length: 500 }, () => randomInt(1, 40_000));

  test.each([
    { kind: 'of one-byte pieces', size: 150_000, lengths: [1] },
    { kind: 'of small and large pieces by turns', size: 900_000, lengths: [1, 16_384] },
    { kind: 'of large and middling pieces by turns', size: 900_000, lengths: [65_536, 20_000, 3] },
    { kind: 'of any pieces', size: 5_000_000, lengths: random },
    { kind: 'of one small piece', size: 10, lengths: [10] },
    { kind: 'of none', size: 0, lengths: [1] },
  ])('$kind keeps its bytes, in memory about as large', ({ size, lengths }) => {
    const bytes = randomBytes(size);
    for (const expected of [Number.NaN, size, 1]) {
      const body = new BodyPieces();
      let worst = 0;
      for (const piece of split(bytes, lengths)) {
        body.add(piece, expected);
        worst = Math.max(worst, body.heldBytes - 2 * body.size);
      }
      expect(worst).toBeLessThanOrEqual(1024);
      expect(body.size).toBe(size);
      const pieces = body.take();
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      const memories = new Set(pieces.map(({ buffer }) => buffer));
      const held = [...memories].reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(body.heldBytes).toBe(held);
      expect(pieces.length).toBeLessThan(16 + size / 8192);
    }
  });

  test('in one piece, or in large ones, is not copied', () => {
    const one = new BodyPieces();
    const piece = new Uint8Array(100);
    one.add(piece, 100);
    expect(one.take()[0]).toBe(piece);
    const large = new BodyPieces();
    const pieces = split(randomBytes(300_000), [65_536]);
    for (const each of pieces) large.add(each);
    const held = large.take();
    expect(pieces.every((each, index) => each === held[index])).toBe(true);
  });

  test('that begins with a small part of a large read does not keep all that was read', () => {
    const read = new Uint8Array(64 * 1024);
    const body = new BodyPieces();
    body.add(read.subarray(1000, 1010));
    expect(body.heldBytes).toBeLessThanOrEqual(1024);
    const [piece] = body.take();
    expect(piece?.length).toBe(10);
    expect(piece?.buffer).not.toBe(read.buffer);
  });

  test('up to 64 KiB holds no more than that, in pieces of any size', () => {
    for (const lengths of [[1], [1000, 1], [30_000, 1]]) {
      const body = new BodyPieces();
      for (const piece of split(randomBytes(64 * 1024), lengths)) body.add(piece);
      expect(body.heldBytes).toBe(64 * 1024);
    }
  });
});
