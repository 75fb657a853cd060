import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/core/http/content-coding';
import { type FirstBytes, firstBytes } from '../../request/first-bytes.ts';

/** A body without its codings. It is not whole if the body is cut, damaged, or larger than the limit. */
export type DecodedBody = FirstBytes;

/** The codings of a body in the order in which they were applied. */
export function contentCodings(headers: readonly (readonly [string, string])[]): string[] {
  const sent = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  return codingsIn(sent.map(([, value]) => value));
}

/** The platform's names of the formats. */
const platformFormats: Readonly<Record<CodingFormat, string>> = {
  gzip: 'gzip',
  zlib: 'deflate',
  deflate: 'deflate-raw',
  brotli: 'brotli',
  zstd: 'zstd',
};

/**
 * Undoes the codings, the last one first, and stops at `maxBytes`. `undefined` if the platform does not know one of
 * them, or it gives nothing.
 */
export async function decodeBody(
  body: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  maxBytes: number,
): Promise<DecodedBody | undefined> {
  let decoded: DecodedBody = { bytes: body, isWhole: true };
  for (const coding of codings.toReversed()) {
    const next = await undo(decoded.bytes, formatsOf(coding), maxBytes);
    if (next === undefined) return undefined;
    decoded = { bytes: next.bytes, isWhole: decoded.isWhole && next.isWhole };
  }
  return decoded;
}

async function undo(
  body: Uint8Array<ArrayBuffer>,
  formats: readonly CodingFormat[],
  maxBytes: number,
): Promise<DecodedBody | undefined> {
  for (const format of formats) {
    const stream = decompression(platformFormats[format]);
    if (stream === undefined) continue;
    // The bytes before a cut or a damage are worth showing.
    const decoded = await firstBytes(new Blob([body]).stream().pipeThrough(stream), maxBytes, {
      keepsBroken: true,
    });
    if (decoded.isWhole || decoded.bytes.length > 0) return decoded;
  }
  return undefined;
}

function decompression(format: string): DecompressionStream | undefined {
  try {
    // Platforms know more formats than the types do, and throw for a format that they do not know.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}
