/** What came of undoing the codings of a body. */
export interface DecodedBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** False where it stops early: the body is cut, damaged, or larger than the limit. */
  isWhole: boolean;
}

/** The codings in the order in which they were applied (RFC 9110, section 8.4), without `identity`. */
export function contentCodings(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** How the platform calls what senders call so. */
const formats: Readonly<Record<string, readonly string[]>> = {
  gzip: ['gzip'],
  'x-gzip': ['gzip'],
  // The zlib format (RFC 9110, section 8.4.1.2), but some senders leave its frame out.
  deflate: ['deflate', 'deflate-raw'],
  br: ['brotli'],
  zstd: ['zstd'],
};

/**
 * Undoes the codings, the last one first, and stops at `maxBytes`. `undefined` where one of them is not
 * known to the platform or gives nothing.
 */
export async function decodeBody(
  body: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  maxBytes: number,
): Promise<DecodedBody | undefined> {
  let decoded: DecodedBody = { bytes: body, isWhole: true };
  for (const coding of codings.toReversed()) {
    const next = await undo(decoded.bytes, candidatesFor(coding), maxBytes);
    if (next === undefined) return undefined;
    decoded = { bytes: next.bytes, isWhole: decoded.isWhole && next.isWhole };
  }
  return decoded;
}

/** A sender may name its coding after anything, `constructor` included. */
function candidatesFor(coding: string): readonly string[] {
  return Object.hasOwn(formats, coding) ? (formats[coding] ?? []) : [];
}

async function undo(
  body: Uint8Array<ArrayBuffer>,
  candidates: readonly string[],
  maxBytes: number,
): Promise<DecodedBody | undefined> {
  for (const format of candidates) {
    const stream = decompression(format);
    if (stream === undefined) continue;
    const decoded = await readAll(new Blob([body]).stream().pipeThrough(stream), maxBytes);
    if (decoded.isWhole || decoded.bytes.length > 0) return decoded;
  }
  return undefined;
}

function decompression(format: string): DecompressionStream | undefined {
  try {
    // Platforms know more formats than the types do, and throw at those they do not know.
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
    // Cut or damaged: what came before is worth showing.
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
