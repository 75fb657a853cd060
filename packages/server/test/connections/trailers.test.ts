import { expect, test } from 'vitest';
import { ChunkedBody } from '../../src/connections/chunks.ts';

const mebibyte = 1024 * 1024;

/** A body in chunks that has read these pieces. */
function bodyOf(pieces: readonly string[]): ChunkedBody {
  const body = new ChunkedBody();
  for (const piece of pieces) {
    const bytes = Buffer.from(piece, 'latin1');
    if (body.fault === undefined) body.read(bytes, 0, () => undefined);
  }
  return body;
}

test('there may be 2,500 trailers and 32 KiB of them, in however many pieces they come', () => {
  const short = (count: number) => [
    '0\r\n',
    ...Array.from({ length: count }, () => 'a:\r\n'),
    '\r\n',
  ];
  expect(bodyOf(short(2500)).isWhole).toBe(true);
  const long = (bytes: number) => [
    '0\r\na:',
    ...Array.from({ length: bytes - 6 }, () => 'b'),
    '\r\n',
    '\r\n',
  ];
  expect(bodyOf(long(32 * 1024)).isWhole).toBe(true);
  for (const pieces of [short(2501), long(32 * 1024 + 1)])
    for (const parts of [pieces, [pieces.join('')]]) {
      const { isWhole, fault } = bodyOf(parts);
      expect([isWhole, fault]).toEqual([false, { code: 'headersTooLarge' }]);
    }
});

test('trailers that never end are kept nowhere', () => {
  const line = `Trailer: ${'x'.repeat(989)}\r\n`;
  const bytes = Buffer.from(line.repeat(16));
  const before = process.memoryUsage().arrayBuffers;
  const bodies = Array.from({ length: 1000 }, () => {
    const body = bodyOf(['0\r\n']);
    for (let count = 0; count < 2; count += 1) body.read(bytes, 0, () => undefined);
    return body;
  });
  // That many times 32 KiB came.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * mebibyte);
  expect(bodies.every(({ fault, isWhole }) => fault === undefined && !isWhole)).toBe(true);
});
