import { once } from 'node:events';
import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { firstHeader, type SentHeaders } from './headers.ts';
import { freeBlocks, Slabs } from './slabs.ts';
import { CHUNK_BYTES } from './text-chunks.ts';

/** More codings than this on one body are an attack or a mistake. */
const MAX_CODINGS = 5;

/** zstd asks for a window of memory before it gives a byte: 32 MiB at most (RFC 9659 allows 8). */
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 25 };

const options = { chunkSize: CHUNK_BYTES };

/** How each coding may have been made, the likeliest first. */
const decoders: ReadonlyMap<string, readonly (() => Transform)[]> = new Map([
  ['gzip', [() => createGunzip(options)]],
  ['x-gzip', [() => createGunzip(options)]],
  // It means the zlib format (RFC 9110, section 8.4.1.2), but some senders leave its frame out.
  ['deflate', [() => createInflate(options), () => createInflateRaw(options)]],
  ['br', [() => createBrotliDecompress(options)]],
  ['zstd', [() => createZstdDecompress({ ...options, params: ZSTD_WINDOW })]],
]);

/**
 * The codings of a body in the order in which they were applied (RFC 9110, section 8.4), without
 * `identity`. A header sent twice is a list as well.
 */
export function contentCodings(headers: SentHeaders): string[] {
  if (firstHeader(headers, 'content-encoding') === undefined) return [];
  const codings: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== 'content-encoding') continue;
    for (const element of (headers[at + 1] ?? '').split(',')) {
      const coding = element.trim().toLowerCase();
      if (coding !== '' && coding !== 'identity') codings.push(coding);
    }
  }
  return codings;
}

/**
 * Undoes the codings, the last one first, in small steps outside of this thread. The body comes back as it is,
 * in one block, where any step is unknown, fails, or gives more than `maxBytes`: half-decoded bytes would help
 * nobody. Throws where the signal is aborted.
 */
export async function decodeBody(
  body: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  if (codings.length > MAX_CODINGS || body.length === 0) return [body];
  let decoded: readonly Uint8Array[] = [body];
  for (const coding of codings.toReversed()) {
    const step = await undo(decoded, coding, maxBytes, signal);
    if (decoded[0] !== body) freeBlocks(decoded);
    if (step === undefined) return [body];
    decoded = step;
  }
  return decoded;
}

async function undo(
  blocks: readonly Uint8Array[],
  coding: string,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array[] | undefined> {
  for (const createDecoder of decoders.get(coding) ?? []) {
    try {
      return await pass(blocks, createDecoder(), maxBytes, signal);
    } catch {
      signal?.throwIfAborted();
    }
  }
  return undefined;
}

/** Hands a decoder one piece after the other; at no time has it more than that to work on. */
async function pass(
  blocks: readonly Uint8Array[],
  decoder: Transform,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array[]> {
  const decoded = new Slabs();
  const ended = once(decoder, 'end', { signal });
  decoder.on('data', (block: Uint8Array) => {
    decoded.add(block);
    if (decoded.bytes > maxBytes) decoder.destroy(new Error('The body is larger than it may be'));
  });
  try {
    await Promise.race([ended, feed(decoder, blocks, signal)]);
    await ended;
    return decoded.blocks();
  } catch (error) {
    freeBlocks(decoded.blocks());
    throw error;
  } finally {
    decoder.destroy();
  }
}

async function feed(
  decoder: Transform,
  blocks: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += CHUNK_BYTES) {
      // Some decoders have all they want before the body ends.
      if (decoder.readableEnded || decoder.destroyed) return;
      if (!decoder.write(block.subarray(at, at + CHUNK_BYTES))) {
        await once(decoder, 'drain', { signal });
      }
    }
  }
  decoder.end();
}
