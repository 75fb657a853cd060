import type { CapturedRequestWire } from '@hookwell/client';
import { type CodingFormat, codingsIn, formatsOf } from '@hookwell/core/http/body-text';
import { type ContentType, parseContentType } from '@hookwell/core/http/content-type';
import { headerValue } from '@hookwell/core/http/multipart';
import { type FirstBytes, firstBytes } from '../../request/body-bytes.ts';
import { prettyJson, prettyJsonLines } from '../json/pretty-json.ts';
import { type BodyKind, bodyKind } from './body-kind.ts';
import { prettyXml } from './xml.ts';

export interface OpenedBody extends BodyKind {
  /** The bytes as they arrived, or their beginning if the body is cut off. */
  sent: Uint8Array<ArrayBuffer>;
  /** The number of bytes that arrived. */
  size: number;
  /** Whether the body has more bytes than `sent`. */
  isCut: boolean;
  /** Whether `bytes` are only the beginning of the body: it is cut off, or was decoded only in part. */
  isPartial: boolean;
  /** The bytes without content codings. They equal `sent` if there are none, or if they could not be undone. */
  bytes: Uint8Array<ArrayBuffer>;
  type: ContentType;
  coding?: { names: string; isUndone: boolean; isWhole: boolean };
}

/** Decoding stops after so many bytes. A few kilobytes could become very many, and all of them are scanned at once. */
const mostDecodedBytes = 4 * 1024 * 1024;
const mostDecodedStartBytes = 1024 * 1024;

/** Undoes the content codings and finds the kind of a body. */
export async function openBody(
  sent: Uint8Array<ArrayBuffer>,
  { headers, bodySize }: Pick<CapturedRequestWire, 'headers' | 'bodySize'>,
  decodedByService?: () => Promise<string>,
): Promise<OpenedBody> {
  const size = Math.max(bodySize, sent.length);
  const isCut = sent.length < size;
  const type = parseContentType(headerValue(headers, 'content-type'));
  const codings = contentCodings(headers);
  const opened = { sent, size, isCut, isPartial: isCut, type };
  if (codings.length === 0 || sent.length === 0) {
    return { ...opened, bytes: sent, ...bodyKind(type, sent, isCut) };
  }
  const names = codings.join(', ');
  const decoded =
    (await decodeBody(sent, codings, isCut ? mostDecodedStartBytes : mostDecodedBytes)) ??
    (await asService(decodedByService));
  if (decoded === undefined) {
    const kind = bodyKind(parseContentType(), sent, isCut);
    return { ...opened, bytes: sent, ...kind, coding: { names, isUndone: false, isWhole: false } };
  }
  const isPartial = isCut || !decoded.isWhole;
  return {
    ...opened,
    bytes: decoded.bytes,
    isPartial,
    ...bodyKind(type, decoded.bytes, isPartial),
    coding: { names, isUndone: true, isWhole: decoded.isWhole },
  };
}

/** Takes the text as the service decoded it. The service knows more codings than some browsers, but gives only text. */
async function asService(
  decodedText: (() => Promise<string>) | undefined,
): Promise<DecodedBody | undefined> {
  const text = await decodedText?.();
  if (text === undefined || text.includes('\ufffd')) return undefined;
  return { bytes: new TextEncoder().encode(text), isWhole: true };
}

/** A body without its codings. It is not whole if the body is cut, damaged, or larger than the limit. */
type DecodedBody = FirstBytes;

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

/** Writing a large body takes a while, and it is shown and copied. */
const written = new WeakMap<BodyKind, string>();

/** The body with indented lines, if it is JSON or XML; otherwise as it is. */
export function prettyText(body: BodyKind): string {
  const known = written.get(body) ?? write(body);
  written.set(body, known);
  return known;
}

function write({ content, text }: BodyKind): string {
  switch (content.kind) {
    case 'json':
      return prettyJson(content.document);
    case 'json-lines':
      return prettyJsonLines(content.document);
    case 'xml':
      return prettyXml(text?.text ?? '', content.tokens);
    default:
      return text?.text ?? '';
  }
}
