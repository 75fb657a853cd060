import { typeIds } from './connection.ts';

/**
 * Arrays in PostgreSQL's binary format, one value a parameter however many elements: five times less work
 * than as many parameters, and no text to escape. The layout is that of `array_recv` (arrayfuncs.c): number
 * of dimensions, a flag for nulls, the elements' type, length and lower bound; then each element as its
 * size and its bytes.
 */

const headerBytes = 20;

/** `bigint[]` of integers that a double holds exactly. */
export function int8Array(values: readonly number[]): Buffer {
  const array = withHeader(typeIds.int8, values.length, values.length * 12);
  let offset = headerBytes;
  for (const value of values) {
    array.writeInt32BE(8, offset);
    array.writeInt32BE(Math.floor(value / 2 ** 32), offset + 4);
    array.writeUInt32BE(value % 2 ** 32, offset + 8);
    offset += 12;
  }
  return array;
}

/** `bytea[]` of texts, in UTF-8. */
export function textArray(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) size += 4 + Buffer.byteLength(text);
  const array = withHeader(typeIds.bytea, texts.length, size);
  let offset = headerBytes;
  for (const text of texts) {
    const written = array.write(text, offset + 4);
    array.writeInt32BE(written, offset);
    offset += 4 + written;
  }
  return array;
}

/** `bytea[]` of bytes that each come in pieces. */
export function bytesArray(
  elements: readonly { pieces: readonly Uint8Array[]; size: number }[],
): Buffer {
  let total = 0;
  for (const { size } of elements) total += 4 + size;
  const array = withHeader(typeIds.bytea, elements.length, total);
  let offset = headerBytes;
  for (const { pieces, size } of elements) {
    array.writeInt32BE(size, offset);
    offset += 4;
    for (const piece of pieces) {
      array.set(piece, offset);
      offset += piece.byteLength;
    }
  }
  return array;
}

function withHeader(elementType: number, length: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(elementType, 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
