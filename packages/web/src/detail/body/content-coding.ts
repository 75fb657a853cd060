import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/bodies/content-coding';

/** A body without its codings. */
export interface DecodedBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** False if it stops early: the body is cut, damaged, or larger than the limit. */
  isWhole: boolean;
}

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
    const decoded = await readAll(new Blob([body]).stream().pipeThrough(stream), maxBytes);
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

async function readAll(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<DecodedBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const reader = stream.getReader();
  try {
    while (size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) {
        isWhole = true;
        break;
      }
      pieces.push(value);
      size += value.length;
    }
    if (!isWhole) await reader.cancel();
  } catch {
    // Cut or damaged: the bytes before are worth showing.
  }
  return { bytes: joined(pieces, Math.min(size, maxBytes)), isWhole: isWhole && size <= maxBytes };
}

export function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let position = 0;
  for (const piece of pieces) {
    const fitting = piece.subarray(0, size - position);
    whole.set(fitting, position);
    position += fitting.length;
  }
  return whole;
}
