import type { Transform } from 'node:stream';
// Node 20 has no zstd, and the published package shares this module with commands that run there.
import zlib, {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/core/http/body-text';
import { type HeaderList, headerValues } from '../sent-request/head.ts';
import { BlockBuffer, freeBlocks } from './block-buffer.ts';
import { chunkBytes } from './text-chunks.ts';

/** More codings than this on one body are an attack or a mistake. */
const mostCodings = 5;

/** zstd asks for a window of memory before it gives a byte: 32 MiB at most (RFC 9659 allows 8 MiB). */
const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 25 };

const chunks = { chunkSize: chunkBytes };

const createDecoder: Readonly<Record<CodingFormat, () => Transform>> = {
  gzip: () => createGunzip(chunks),
  zlib: () => createInflate(chunks),
  deflate: () => createInflateRaw(chunks),
  brotli: () => createBrotliDecompress(chunks),
  zstd: () => zlib.createZstdDecompress({ ...chunks, params: zstdWindow }),
};

/** What is undone at once has a window of 128 KiB. */
const smallZstdWindow = { [constants.ZSTD_d_windowLogMax]: 17 };

type DecodeNow = (body: Uint8Array, bound: { maxOutputLength: number }) => Uint8Array;

const decodeNow: Readonly<Record<CodingFormat, DecodeNow>> = {
  gzip: gunzipSync,
  zlib: inflateSync,
  deflate: inflateRawSync,
  brotli: brotliDecompressSync,
  zstd: (body, bound) => zlib.zstdDecompressSync(body, { ...bound, params: smallZstdWindow }),
};

/** The codings of a body in the order in which they were applied. */
export function contentCodings(headers: HeaderList): string[] {
  return codingsIn(headerValues(headers, 'content-encoding'));
}

/** The turns in which a body is decoded. */
export interface Turning {
  /** Aborts the decoding. */
  signal?: AbortSignal | undefined;
  /** Awaited before each step. */
  turn?: () => Promise<void>;
}

/** The bounds within which a body is decoded. */
export interface Decoding extends Turning {
  /** The bytes that there is room for, if these are fewer than a body may have. */
  room?: number | undefined;
  /** Is told of all bytes that are decoded, also in vain. */
  count?: (bytes: number) => void;
}

/** The body takes more than there is room for now. */
export class NoRoom extends Error {}

/**
 * Undoes the codings, the last one first, in small steps outside of this thread. The body comes back as it is,
 * in one block, if any coding is unknown, cannot be undone, or gives more than `maxBytes`: half-decoded bytes would
 * be of no use.
 * @throws {DOMException} if the signal is aborted
 * @throws {NoRoom} if the body takes more than `decoding.room`
 */
export async function decodeBody(
  body: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
  decoding: Decoding = {},
): Promise<readonly Uint8Array[]> {
  if (codings.length > mostCodings || body.length === 0) return [body];
  let decoded: readonly Uint8Array[] = [body];
  for (const coding of codings.toReversed()) {
    let step: readonly Uint8Array[] | undefined;
    try {
      step = await undo(decoded, coding, maxBytes, decoding);
    } finally {
      if (decoded[0] !== body) freeBlocks(decoded);
    }
    if (step === undefined) return [body];
    decoded = step;
  }
  return decoded;
}

/**
 * The first bytes of a body without its codings: `mostBytes` of them at most. Undoing each coding ends there, so a body
 * that grows a thousandfold costs no more than any other. If a coding is unknown or cannot be undone, these are the first bytes
 * of the body as it is.
 * @param start the first bytes of the body; all of it if `isWhole`
 * @throws {DOMException} if the signal is aborted
 */
export async function decodeStart(
  start: Uint8Array,
  isWhole: boolean,
  codings: readonly string[],
  mostBytes: number,
  turning: Turning = {},
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  let part = { bytes: start, isWhole };
  if (codings.length <= mostCodings && start.length > 0) {
    for (const coding of codings.toReversed()) {
      const undone = await undoStart(part, coding, mostBytes, turning);
      if (undone === undefined) {
        part = { bytes: start, isWhole };
        break;
      }
      part = undone;
    }
  }
  if (part.bytes.length <= mostBytes) return part;
  return { bytes: part.bytes.subarray(0, mostBytes), isWhole: false };
}

/**
 * A small body without its codings, at once: takes as long as `mostBytes` do. Undefined if there are more, or several codings, or
 * this one is not undone by its likeliest format: `decodeStart` may know more.
 */
export function decodeSmall(
  body: Uint8Array,
  codings: readonly string[],
  mostBytes: number,
): Uint8Array | undefined {
  const [coding, ...others] = codings;
  if (coding === undefined) return body;
  const [format] = formatsOf(coding);
  if (format === undefined || others.length > 0) return undefined;
  try {
    return decodeNow[format](body, { maxOutputLength: mostBytes });
  } catch {
    return undefined;
  }
}

async function undoStart(
  part: { bytes: Uint8Array; isWhole: boolean },
  coding: string,
  mostBytes: number,
  { signal, turn }: Turning,
): Promise<{ bytes: Uint8Array; isWhole: boolean } | undefined> {
  for (const format of formatsOf(coding)) {
    const decoder = createDecoder[format]();
    decoder.on('error', () => {});
    const blocks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for (const piece of partsOf([part.bytes])) {
        // Without its end, the rest of what is cut off is not missed.
        if (piece === undefined && !part.isWhole) break;
        await turn?.();
        signal?.throwIfAborted();
        for await (const block of decodedOf(decoder, piece)) {
          blocks.push(block);
          bytes += block.length;
          if (bytes > mostBytes) return { bytes: Buffer.concat(blocks), isWhole: false };
        }
        if (decoder.readableEnded) break;
      }
      return { bytes: Buffer.concat(blocks), isWhole: part.isWhole || decoder.readableEnded };
    } catch {
      signal?.throwIfAborted();
      // It may be another format of the same name.
    } finally {
      decoder.destroy();
    }
  }
  return undefined;
}

async function undo(
  blocks: readonly Uint8Array[],
  coding: string,
  maxBytes: number,
  decoding: Decoding,
): Promise<Uint8Array[] | undefined> {
  for (const format of formatsOf(coding)) {
    try {
      return await pass(blocks, createDecoder[format](), maxBytes, decoding);
    } catch (error) {
      if (error instanceof NoRoom) throw error;
      decoding.signal?.throwIfAborted();
    }
  }
  return undefined;
}

/** A step ends with the block that makes it this long. */
const stepBytes = 256 * 1024;

/** Hands a decoder one piece after the other; at no time has it more than that to work on. */
async function pass(
  blocks: readonly Uint8Array[],
  decoder: Transform,
  maxBytes: number,
  { signal, room = maxBytes, turn = async () => {}, count }: Decoding,
): Promise<Uint8Array[]> {
  const decoded = new BlockBuffer();
  // The decoder may fail between two steps; the next step finds that out.
  decoder.on('error', () => {});
  const step = async () => {
    await turn();
    signal?.throwIfAborted();
  };
  try {
    for (const part of partsOf(blocks)) {
      await step();
      let inStep = 0;
      for await (const block of decodedOf(decoder, part)) {
        decoded.add(block);
        count?.(block.length);
        if (decoded.bytes > maxBytes) throw new Error('The body is larger than it may be');
        if (decoded.bytes > room) throw new NoRoom();
        inStep += block.length;
        if (inStep < stepBytes) continue;
        await step();
        inStep = 0;
      }
      // Some decoders have finished before the body ends.
      if (decoder.readableEnded) break;
    }
    return decoded.blocks();
  } catch (error) {
    freeBlocks(decoded.blocks());
    throw error;
  } finally {
    decoder.destroy();
  }
}

/** The blocks in small parts, and undefined for their end. */
function* partsOf(blocks: readonly Uint8Array[]): Generator<Uint8Array | undefined, void> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += chunkBytes) {
      yield block.subarray(at, at + chunkBytes);
    }
  }
  yield undefined;
}

/** Gives the bytes that the decoder makes of one more part, as fast as they are asked for. */
async function* decodedOf(
  decoder: Transform,
  part: Uint8Array | undefined,
): AsyncGenerator<Uint8Array, void> {
  let isTaken = false;
  let wake = (): void => {};
  const onEvent = () => wake();
  decoder.on('readable', onEvent).on('end', onEvent).on('close', onEvent);
  const onTaken = () => {
    isTaken = true;
    wake();
  };
  if (part === undefined) decoder.end();
  else decoder.write(part, onTaken);
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const block: Uint8Array | null = decoder.read();
      if (decoder.errored !== null) throw decoder.errored;
      if (block !== null) yield block;
      else if (isTaken || decoder.readableEnded) return;
      else await woken;
    }
  } finally {
    decoder.off('readable', onEvent).off('end', onEvent).off('close', onEvent);
  }
}
