import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentCodings, decodeBody, decodeStart } from '../../src/rendering/content-coding.ts';

const limitBytes = 1024 * 1024;
const plain = Buffer.from('{"hello":"world"}'.repeat(20));

async function decode(body: Uint8Array, ...encodings: string[]): Promise<Uint8Array> {
  const headers = encodings.flatMap((encoding) => ['Content-Encoding', encoding]);
  return await decodeBody(body, contentCodings(headers), limitBytes);
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
  it.each(Object.entries(encoders))('is decoded: %s', async (coding, encode) => {
    expect(Buffer.from(await decode(encode(plain), coding))).toEqual(plain);
  });

  it('is decoded if "deflate" came without its zlib frame', async () => {
    expect(Buffer.from(await decode(deflateRawSync(plain), 'deflate'))).toEqual(plain);
  });

  it('is decoded through a list of codings, the last one first', async () => {
    const body = brotliCompressSync(gzipSync(plain));
    expect(Buffer.from(await decode(body, 'gzip, br'))).toEqual(plain);
    expect(Buffer.from(await decode(body, 'gzip', 'br'))).toEqual(plain);
    expect(Buffer.from(await decode(body, ' gzip ,identity,, BR '))).toEqual(plain);
    expect(await decode(body, 'br, gzip')).toBe(body);
  });

  it.each([
    ['plain text', plain, 'gzip'],
    ['a truncated body', gzipSync(plain).subarray(0, -9), 'gzip'],
    ['an unknown coding', gzipSync(plain), 'compress'],
    ['an unknown coding inside', gzipSync(plain), 'compress, gzip'],
    ['no coding', gzipSync(plain), 'identity'],
    ['too many codings', plain, Array(6).fill('gzip').join()],
    ['a gzip bomb', gzipSync(Buffer.alloc(limitBytes + 1)), 'gzip'],
    ['a brotli bomb', brotliCompressSync(Buffer.alloc(limitBytes + 1)), 'br'],
    ['a zstd bomb', zstdCompressSync(Buffer.alloc(limitBytes + 1)), 'zstd'],
    ['a deflate bomb', deflateSync(Buffer.alloc(limitBytes + 1)), 'deflate'],
    ['a raw deflate bomb', deflateRawSync(Buffer.alloc(limitBytes + 1)), 'deflate'],
    ['a bomb in a bomb', gzipSync(gzipSync(Buffer.alloc(limitBytes + 1))), 'gzip, gzip'],
  ])('stays as it is: %s', async (_, body, encoding) => {
    expect(await decode(body, encoding)).toBe(body);
  });

  it('is decoded up to exactly the limit', async () => {
    expect((await decode(gzipSync(Buffer.alloc(limitBytes)), 'gzip')).length).toBe(limitBytes);
  });

  it('may have several parts, and nothing behind them but zeros', async () => {
    const parts = Buffer.concat([gzipSync(plain), gzipSync(''), gzipSync(plain)]);
    const expected = Buffer.concat([plain, plain]);
    expect(Buffer.from(await decode(parts, 'gzip'))).toEqual(expected);
    const padded = Buffer.concat([parts, Buffer.alloc(200_000)]);
    expect(Buffer.from(await decode(padded, 'gzip'))).toEqual(expected);
    const followed = Buffer.concat([parts, Buffer.alloc(200_000, 1)]);
    expect(await decode(followed, 'gzip')).toBe(followed);
  });

  it('never makes anything fail', async () => {
    const coding = fc.constantFrom(...Object.keys(encoders), 'deflate, gzip');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), coding, async (body, encoding) => {
        expect(await decode(body, encoding)).toBeInstanceOf(Uint8Array);
      }),
    );
  });
});

describe('the start of a compressed body', () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, (_, at) => `${at} `).join(''));

  it.each(Object.entries(encoders))('is decoded as far as it goes: %s', async (coding, encode) => {
    const codings = contentCodings(['content-encoding', coding]);
    const encoded = encode(text);
    const all = await decodeStart(encoded, true, codings, limitBytes);
    expect(all).toEqual({ bytes: text, isWhole: true });
    const cut = await decodeStart(encoded.subarray(0, 60_000), false, codings, limitBytes);
    expect(cut.isWhole).toBe(false);
    expect(cut.bytes.length).toBeGreaterThan(50_000);
    expect(text.subarray(0, cut.bytes.length).equals(cut.bytes)).toBe(true);
    const short = await decodeStart(encoded, true, codings, 1000);
    expect(short).toEqual({ bytes: text.subarray(0, 1000), isWhole: false });
    const damaged = encoded.subarray(9);
    const asSent = { bytes: damaged.subarray(0, 1000), isWhole: false };
    expect(await decodeStart(damaged, false, codings, 1000)).toEqual(asSent);
  });

  it('is decoded through several codings', async () => {
    const encoded = brotliCompressSync(gzipSync(text));
    const start = encoded.subarray(0, 60_000);
    const { bytes, isWhole } = await decodeStart(start, false, ['gzip', 'br'], limitBytes);
    expect(isWhole).toBe(false);
    expect(bytes.length).toBeGreaterThan(50_000);
    expect(text.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });
});
