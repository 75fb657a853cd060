import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentCodings,
  decodeBody,
  decodeSmall,
  decodeStart,
} from '../../src/rendering/content-coding.ts';

const limitBytes = 1024 * 1024;
const plain = Buffer.from('{"hello":"world"}'.repeat(20));

async function decode(body: Uint8Array, ...encodings: string[]): Promise<Uint8Array> {
  const headers = encodings.flatMap((encoding) => ['Content-Encoding', encoding]);
  const blocks = await decodeBody(body, contentCodings(headers), limitBytes);
  const [first] = blocks;
  return first !== undefined && blocks.length === 1 ? first : Buffer.concat(blocks);
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

  it('is given up midway when no reader waits for it', async () => {
    const controller = new AbortController();
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const decoding = decodeBody(bomb, ['gzip'], 32 * 1024 * 1024, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(decoding).rejects.toThrow('abort');
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

describe('what is decompressed at once', () => {
  it.each(Object.entries(encoders))(
    'is what the thread makes of it: %s',
    async (coding, encode) => {
      const codings = contentCodings(['content-encoding', coding]);
      const body = fc.uint8Array({ maxLength: 300 });
      const damage = fc.record({ at: fc.nat(400), to: fc.nat(255), length: fc.nat(400) });
      let undone = 0;
      await fc.assert(
        fc.asyncProperty(body, fc.option(damage), async (plain, damaged) => {
          const encoded = Buffer.concat([encode(plain)]);
          if (damaged !== null && damaged.at < encoded.length) encoded[damaged.at] = damaged.to;
          const sent = damaged === null ? encoded : encoded.subarray(0, damaged.length);
          const small = decodeSmall(sent, codings, 1000);
          if (small === undefined) return damaged !== null;
          undone += 1;
          const { bytes, isWhole } = await decodeStart(sent, true, codings, limitBytes);
          return isWhole && Buffer.compare(bytes, small) === 0;
        }),
      );
      expect(undone).toBeGreaterThan(0);
    },
  );

  it('is left to the thread where it would be more', () => {
    for (const [coding, encode] of Object.entries(encoders)) {
      const codings = contentCodings(['content-encoding', coding]);
      expect(decodeSmall(encode(Buffer.alloc(1001)), codings, 1000)).toBeUndefined();
      expect(decodeSmall(encode(Buffer.alloc(1000)), codings, 1000)).toHaveLength(1000);
    }
    const params = { [constants.ZSTD_c_windowLog]: 24 };
    const wide = zstdCompressSync(Buffer.alloc(2_000_000), { params });
    expect(decodeSmall(wide, ['zstd'], 4_000_000)).toBeUndefined();
    expect(decodeSmall(gzipSync(gzipSync('a')), ['gzip', 'gzip'], 1000)).toBeUndefined();
  });
});
