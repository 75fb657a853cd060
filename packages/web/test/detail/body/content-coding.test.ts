import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentCodings, decodeBody } from '../../../src/detail/body/open-body.ts';

const text = 'webhook '.repeat(1000);

describe('content codings', () => {
  test('are read from the headers as sent', () => {
    expect(
      contentCodings([
        ['Content-Encoding', 'GZIP, identity'],
        ['content-encoding', 'br'],
      ]),
    ).toEqual(['gzip', 'br']);
    expect(contentCodings([['Content-Type', 'gzip']])).toEqual([]);
  });

  test.for([
    [['gzip'], gzipSync(text)],
    [['x-gzip'], gzipSync(text)],
    [['deflate'], deflateSync(text)],
    [['deflate'], deflateRawSync(text)],
    [['br'], brotliCompressSync(text)],
    [['deflate', 'gzip'], gzipSync(deflateSync(text))],
  ] as const)('%j are undone', async ([codings, bytes]) => {
    const decoded = await decodeBody(new Uint8Array(bytes), codings, 100_000);
    expect(decoded?.isWhole).toBe(true);
    expect(Buffer.from(decoded?.bytes ?? []).toString()).toBe(text);
  });

  test('stop at a limit and at damage', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(5_000_000)));
    const limited = await decodeBody(bomb, ['gzip'], 10_000);
    expect([limited?.isWhole, limited?.bytes.length]).toEqual([false, 10_000]);
    const cut = new Uint8Array(gzipSync(text).subarray(0, 30));
    expect((await decodeBody(cut, ['gzip'], 10_000))?.isWhole ?? false).toBe(false);
    expect(
      await decodeBody(new Uint8Array(Buffer.from('plain')), ['gzip'], 10_000),
    ).toBeUndefined();
    for (const coding of ['unheard-of', 'constructor', '__proto__'])
      expect(await decodeBody(new Uint8Array(5), [coding], 10_000), coding).toBeUndefined();
  });
});
