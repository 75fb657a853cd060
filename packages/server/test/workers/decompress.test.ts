import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodedBody, inBatches } from '../../src/workers/decompress.ts';

const short = gzipSync('a'.repeat(90));

test.each([
  ['nothing', '', [], true, 0],
  ['a plain body', 'plain', [], true, 5],
  ['gzip', short, ['Content-Encoding', 'gzip'], true, 90],
  [
    'two codings',
    brotliCompressSync(short),
    ['Content-Encoding', 'gzip, br'],
    true,
    short.length + 90,
  ],
  ['one that ends too early', short.subarray(0, -8), gzipped(), false, 90],
  ['one that is too large', gzipSync('a'.repeat(101)), gzipped(), false, 101],
  ['an unknown coding', 'plain', ['Content-Encoding', 'other'], false, 5],
])('%s is decoded as it can be', async (_, sent, headers, isDecoded, bytes) => {
  const body = Buffer.from(sent);
  const capture = { headers: JSON.stringify(headers), bodySize: body.length, body };
  const decoded = await decodedBody(1, capture, 100);
  expect(decoded).toMatchObject({ isDecoded, bytes });
  expect(decoded.body.buffer.byteLength).toBe(decoded.body.length);
  if (!isDecoded) expect(Buffer.compare(decoded.body, body)).toBe(0);
});

function gzipped(): string[] {
  return ['Content-Encoding', 'gzip'];
}

test('batches end before they are too large, and a full one comes before more is asked for', async () => {
  const asked: number[] = [];
  const items = async function* () {
    for (const bytes of [1, 5, 5, 12, 0, 3, 7, 1]) {
      asked.push(bytes);
      yield bytes;
    }
  };
  const batches: [batch: number[], asked: number][] = [];
  for await (const batch of inBatches(items(), (bytes) => bytes, 10))
    batches.push([batch, asked.length]);
  expect(batches).toEqual([
    [[1, 5], 3],
    [[5], 4],
    [[12], 4],
    [[0, 3, 7], 7],
    [[1], 8],
  ]);
});
