import type { CapturedRequestWire } from '@hookwell/client';
import { type BodyKind, bodyKind } from './body-kind.ts';
import { contentCodings, type DecodedBody, decodeBody } from './content-coding.ts';
import { type ContentType, parseContentType } from './content-type.ts';
import { headerValue } from './multipart.ts';

/** A body as it is shown. */
export interface OpenedBody extends BodyKind {
  /** As it arrived; its beginning, where it is cut. */
  sent: Uint8Array<ArrayBuffer>;
  /** How many bytes arrived. */
  size: number;
  /** Whether there is more of it than `sent`. */
  isCut: boolean;
  /** Without its content codings; the same as `sent` where it has none or they could not be undone. */
  bytes: Uint8Array<ArrayBuffer>;
  type: ContentType;
  coding?: { names: string; isUndone: boolean; isWhole: boolean };
}

/** Decoded, a body may be so large (bytes): a few kilobytes can be made into very much, and all of it is scanned at once. */
const largestDecoded = 4 * 2 ** 20;
const largestDecodedStart = 2 ** 20;

/** Undoes the content codings and finds out what the body is. */
export async function openBody(
  sent: Uint8Array<ArrayBuffer>,
  { headers, bodySize }: Pick<CapturedRequestWire, 'headers' | 'bodySize'>,
  decodedByService?: () => Promise<string>,
): Promise<OpenedBody> {
  const size = Math.max(bodySize, sent.length);
  const isCut = sent.length < size;
  const type = parseContentType(headerValue(headers, 'content-type'));
  const codings = contentCodings(headers);
  const opened = { sent, size, isCut, type };
  if (codings.length === 0 || sent.length === 0) {
    return { ...opened, bytes: sent, ...bodyKind(type, sent, isCut) };
  }
  const names = codings.join(', ');
  const decoded =
    (await decodeBody(sent, codings, isCut ? largestDecodedStart : largestDecoded)) ??
    (await asService(decodedByService));
  if (decoded === undefined) {
    const kind = bodyKind(parseContentType(), sent, isCut);
    return { ...opened, bytes: sent, ...kind, coding: { names, isUndone: false, isWhole: false } };
  }
  return {
    ...opened,
    bytes: decoded.bytes,
    ...bodyKind(type, decoded.bytes, isCut || !decoded.isWhole),
    coding: { names, isUndone: true, isWhole: decoded.isWhole },
  };
}

/** The service knows codings that some browsers do not, but it gives text alone. */
async function asService(
  decodedText: (() => Promise<string>) | undefined,
): Promise<DecodedBody | undefined> {
  const text = await decodedText?.();
  if (text === undefined || text.includes('\ufffd')) return undefined;
  return { bytes: new TextEncoder().encode(text), isWhole: true };
}
