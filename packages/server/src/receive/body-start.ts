import type { NewCapture } from '../capture-log/captures.ts';
import { contentCodings, decodeStart } from '../rendering/content-coding.ts';
import { isCompressed } from '../sent-request/body.ts';
import { parseHeaders } from '../sent-request/head.ts';
import { decompressions } from '../workers/decompress.ts';
import type { StartOfBody } from '../workers/evaluate-task.ts';

/** So many bytes of a body are evaluated, without its codings. */
export const maxEvaluatedBytes = 1024 * 1024;
/** So many bytes of a compressed body are decompressed for that: those of a sensible one give more than a MiB. */
const maxCompressedBytes = maxEvaluatedBytes + 64 * 1024;

type Body = Pick<NewCapture, 'body' | 'bodySize' | 'headers'>;

/**
 * The first bytes of a body without its codings; a promise only if it has to be decompressed.
 * @param tenant whose time it takes (`fairness/parties.ts`)
 * @throws {Overloaded} (a rejection) if too many bodies of the tenant wait to be decompressed
 */
export function startOfBody(tenant: number, capture: Body): StartOfBody | Promise<StartOfBody> {
  const { bodySize, headers } = capture;
  if (!isCompressed(capture)) {
    const bytes = firstBytes(capture, maxEvaluatedBytes);
    return { bytes, isWhole: bytes.length === bodySize };
  }
  const start = firstBytes(capture, maxCompressedBytes);
  const isWhole = start.length === bodySize;
  const codings = contentCodings(parseHeaders(headers));
  return decompressions.run(tenant, () => decodeStart(start, isWhole, codings, maxEvaluatedBytes));
}

/** Copied only where they are not one piece. */
function firstBytes({ body, bodySize }: Body, max: number): Uint8Array {
  const [only = new Uint8Array()] = body;
  if (body.length <= 1 && bodySize <= max) return only;
  const start = new Uint8Array(Math.min(bodySize, max));
  let filled = 0;
  for (const piece of body) {
    const part = piece.subarray(0, start.length - filled);
    start.set(part, filled);
    filled += part.length;
    if (filled === start.length) break;
  }
  return start;
}
