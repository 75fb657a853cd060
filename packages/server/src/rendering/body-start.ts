import { bodyText } from '@hookwell/core/http/body-text';
import type { ContentType } from '@hookwell/core/http/content-type';
import { decodeStart, type Turning } from './content-coding.ts';

/** So many bytes of a body are examined, without its codings. */
export const mostExaminedBytes = 1024 * 1024;
/** So many bytes of a compressed body are decompressed for that: those of a sensible one give more than a MiB. */
const mostCompressedBytes = mostExaminedBytes + 64 * 1024;

/** The text of a body, or of its beginning. */
export interface StartOfBody {
  text: () => string;
  isWhole: boolean;
}

/** The bytes of a body that an examination may need, in a buffer of their own. */
export function copyOfStart(
  body: readonly Uint8Array[],
  bodySize: number,
  isCompressed: boolean,
): Uint8Array<ArrayBuffer> {
  const most = isCompressed ? mostCompressedBytes : mostExaminedBytes;
  const start = new Uint8Array(Math.min(bodySize, most));
  let filled = 0;
  for (const piece of body) {
    const part = piece.subarray(0, start.length - filled);
    start.set(part, filled);
    filled += part.length;
    if (filled === start.length) break;
  }
  return start;
}

/** The text of a body whose first bytes are `start`, up to a MiB of it without its codings. */
export async function textOfStart(
  start: Uint8Array,
  bodySize: number,
  codings: readonly string[],
  type: ContentType,
  turning?: Turning,
): Promise<StartOfBody> {
  const isWholeStart = start.length === bodySize;
  const { bytes, isWhole } = await decodeStart(
    start,
    isWholeStart,
    codings,
    mostExaminedBytes,
    turning,
  );
  const { text } = bodyText(bytes, type, !isWhole);
  return { text: () => text, isWhole };
}
