import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { firstHeader, type SentHeaders } from './headers.ts';

/** More codings than this on one body are an attack or a mistake. */
const MAX_CODINGS = 5;

/** zstd asks for a window of memory before it gives a byte: 32 MiB at most (RFC 9659 allows 8). */
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 25 };

type Decoder = (body: Uint8Array, maxOutputLength: number) => Uint8Array;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', (body, maxOutputLength) => gunzipSync(body, { maxOutputLength })],
  ['x-gzip', (body, maxOutputLength) => gunzipSync(body, { maxOutputLength })],
  ['deflate', inflateEitherForm],
  ['br', (body, maxOutputLength) => brotliDecompressSync(body, { maxOutputLength })],
  [
    'zstd',
    (body, maxOutputLength) => zstdDecompressSync(body, { maxOutputLength, params: ZSTD_WINDOW }),
  ],
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
 * Undoes the codings, the last one first. The body comes back as it is where any step is unknown,
 * fails, or gives more than `maxBytes`: half-decoded bytes would help nobody.
 */
export function decodeBody(
  body: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
): Uint8Array {
  if (codings.length === 0 || codings.length > MAX_CODINGS || body.length === 0) return body;
  let decoded = body;
  try {
    for (const coding of codings.toReversed()) {
      const decode = decoders.get(coding);
      if (decode === undefined) return body;
      decoded = decode(decoded, maxBytes);
    }
  } catch {
    return body;
  }
  return decoded;
}

/** "deflate" means the zlib format (RFC 9110, section 8.4.1.2), but some senders leave its frame out. */
function inflateEitherForm(body: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return inflateSync(body, { maxOutputLength });
  } catch {
    return inflateRawSync(body, { maxOutputLength });
  }
}
