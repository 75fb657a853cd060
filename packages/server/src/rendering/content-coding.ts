import type { Transform } from 'node:stream';
// Node 20 has no zstd, and the published package shares this module with commands that run there.
import zlib, {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';
import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/core/http/body-text';
import { type HeaderList, headerValues } from '../sent-request/head.ts';

/** More codings than this on one body are an attack or a mistake. */
const maxCodings = 5;

/** zstd asks for a window of memory before it gives a byte: 32 MiB at most (RFC 9659 allows 8 MiB). */
const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 25 };

const chunkSize = 32 * 1024;

/** Makes a decoder. One of a start that is cut off does not miss its end. */
const createDecoder: Readonly<Record<CodingFormat, (isWhole: boolean) => Transform>> = {
  gzip: (isWhole) => createGunzip(zlibOptions(isWhole)),
  zlib: (isWhole) => createInflate(zlibOptions(isWhole)),
  deflate: (isWhole) => createInflateRaw(zlibOptions(isWhole)),
  brotli: (isWhole) =>
    createBrotliDecompress({
      chunkSize,
      ...(!isWhole && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    }),
  zstd: (isWhole) =>
    zlib.createZstdDecompress({
      ...{ chunkSize, params: zstdWindow },
      ...(!isWhole && { finishFlush: constants.ZSTD_e_flush }),
    }),
};

function zlibOptions(isWhole: boolean) {
  return { chunkSize, ...(!isWhole && { finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** The codings of a body in the order in which they were applied. */
export function contentCodings(headers: HeaderList): string[] {
  return codingsIn(headerValues(headers, 'content-encoding'));
}

/** The first bytes of a body, or all of them. */
interface Start {
  bytes: Uint8Array;
  isWhole: boolean;
}

/**
 * Undoes the codings, the last one first, outside of this thread. The body comes back as it is if any coding is unknown, cannot be
 * undone, or gives more than `maxBytes`: half-decoded bytes would be of no use.
 * @param count is told of all bytes that are decompressed, also in vain
 */
export async function decodeBody(
  body: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
  count: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  if (codings.length > maxCodings || body.length === 0) return body;
  let decoded = body;
  for (const coding of codings.toReversed()) {
    const undone = await undo({ bytes: decoded, isWhole: true }, coding, maxBytes, count);
    if (!undone?.isWhole) return body;
    decoded = undone.bytes;
  }
  return decoded;
}

/**
 * The first bytes of a body without its codings: `maxBytes` of them at most. Undoing each coding ends there, so a body
 * that grows a thousandfold costs no more than any other. If a coding is unknown or cannot be undone, these are the first bytes
 * of the body as it is.
 * @param start the first bytes of the body; all of it if `isWhole`
 */
export async function decodeStart(
  start: Uint8Array,
  isWhole: boolean,
  codings: readonly string[],
  maxBytes: number,
): Promise<Start> {
  const sent: Start = { bytes: start, isWhole };
  let part: Start | undefined = sent;
  if (codings.length <= maxCodings && start.length > 0) {
    for (const coding of codings.toReversed()) {
      part = await undo(part, coding, maxBytes, () => {});
      if (part === undefined) break;
    }
  }
  part ??= sent;
  if (part.bytes.length <= maxBytes) return part;
  return { bytes: part.bytes.subarray(0, maxBytes), isWhole: false };
}

/** Undoes one coding, up to the block with which there is more than `maxBytes`. */
async function undo(
  { bytes, isWhole }: Start,
  coding: string,
  maxBytes: number,
  count: (bytes: number) => void,
): Promise<Start | undefined> {
  for (const format of formatsOf(coding)) {
    const decoder = createDecoder[format](isWhole);
    const blocks: Uint8Array[] = [];
    let decodedBytes = 0;
    try {
      decoder.end(bytes);
      for await (const block of decoder) {
        blocks.push(block);
        count(block.length);
        decodedBytes += block.length;
        if (decodedBytes > maxBytes) return { bytes: Buffer.concat(blocks), isWhole: false };
      }
      return { bytes: Buffer.concat(blocks), isWhole };
    } catch {
      // It may be another format of the same name.
    }
  }
  return undefined;
}
