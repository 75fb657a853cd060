import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentCodings, decodeBody } from '../../src/requests/content-encoding.ts';

const limit = 2 ** 20;
const plain = Buffer.from('{"hello":"world"}'.repeat(20));

function decode(body: Uint8Array, ...encodings: string[]): Uint8Array {
  const headers = encodings.flatMap((encoding) => ['Content-Encoding', encoding]);
  return decodeBody(body, contentCodings(headers), limit);
}

const encoders = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};

describe('a compressed body', () => {
  it.each(Object.entries(encoders))('is decoded: %s', (coding, encode) => {
    expect(Buffer.from(decode(encode(plain), coding))).toEqual(plain);
  });

  it('is decoded where "deflate" came without its zlib frame', () => {
    expect(Buffer.from(decode(deflateRawSync(plain), 'deflate'))).toEqual(plain);
  });

  it('is decoded through a list of codings, the last one first', () => {
    const body = brotliCompressSync(gzipSync(plain));
    expect(Buffer.from(decode(body, 'gzip, br'))).toEqual(plain);
    expect(Buffer.from(decode(body, 'gzip', 'br'))).toEqual(plain);
    expect(Buffer.from(decode(body, ' gzip ,identity,, BR '))).toEqual(plain);
    expect(decode(body, 'br, gzip')).toBe(body);
  });

  it.each([
    ['plain text', plain, 'gzip'],
    ['a truncated body', gzipSync(plain).subarray(0, -9), 'gzip'],
    ['an unknown coding', gzipSync(plain), 'compress'],
    ['an unknown coding inside', gzipSync(plain), 'compress, gzip'],
    ['no coding', gzipSync(plain), 'identity'],
    ['too many codings', plain, Array(6).fill('gzip').join()],
    ['a gzip bomb', gzipSync(Buffer.alloc(limit + 1)), 'gzip'],
    ['a brotli bomb', brotliCompressSync(Buffer.alloc(limit + 1)), 'br'],
    ['a zstd bomb', zstdCompressSync(Buffer.alloc(limit + 1)), 'zstd'],
    ['a deflate bomb', deflateSync(Buffer.alloc(limit + 1)), 'deflate'],
    ['a raw deflate bomb', deflateRawSync(Buffer.alloc(limit + 1)), 'deflate'],
    ['a bomb in a bomb', gzipSync(gzipSync(Buffer.alloc(limit + 1))), 'gzip, gzip'],
  ])('stays as it is: %s', (_, body, encoding) => {
    expect(decode(body, encoding)).toBe(body);
  });

  it('is decoded up to exactly the limit', () => {
    expect(decode(gzipSync(Buffer.alloc(limit)), 'gzip').length).toBe(limit);
  });

  it('never makes anything fail', () => {
    const coding = fc.constantFrom(...Object.keys(encoders), 'deflate, gzip');
    fc.assert(
      fc.property(fc.uint8Array(), coding, (body, encoding) => {
        expect(decode(body, encoding)).toBeInstanceOf(Uint8Array);
      }),
    );
  });
});
