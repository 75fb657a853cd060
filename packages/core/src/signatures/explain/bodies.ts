import zlib, {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import type { SignedHead } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';
import { formTexts, jsonTexts, type OtherText } from './body-texts.ts';

/** Another body that may have been signed, and a sentence that says so. */
export interface OtherBody {
  body: Uint8Array;
  sentence: string;
  /** The head that belongs to it, if another one does. */
  head?: SignedHead;
}

/** Larger bodies are not looked into, and none is decompressed to more. */
export const mostBodyBytes = 1024 * 1024;

const asItCame = 'let nothing between the sender and here change the body.';

/** The bodies that the sender may have signed instead of the one that came, the quick and likely ones first. */
export function* otherBodies(head: SignedHead, body: Uint8Array): Generator<OtherBody> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length > 0) {
    const sentence = 'The sender signed an empty body, and sent this one.';
    yield { body: new Uint8Array(), sentence };
  }
  yield* otherEnds(bytes);
  yield* decompressed(head, bytes);
  yield* otherLines(bytes);
  yield* inBase64(bytes);
  const text = textOf(bytes);
  if (text !== undefined) {
    yield* otherCharacters(text);
    for (const other of otherTexts(head, text)) {
      const body = Buffer.from(other.text);
      if (body.equals(bytes)) continue;
      yield other.isForm === undefined
        ? {
            body,
            sentence: `The sender signed ${other.name}; it was serialised again on the way: ${asItCame}`,
          }
        : {
            body,
            head: asForm(head),
            sentence: `The sender signed ${other.name}, and it became JSON on the way: ${asItCame}`,
          };
    }
  }
  yield* compressed(bytes);
}

function asForm(head: SignedHead): SignedHead {
  const others = head.headers.filter(
    (_, at) => head.headers[at - (at % 2)]?.toLowerCase() !== 'content-type',
  );
  return { ...head, headers: [...others, 'content-type', 'application/x-www-form-urlencoded'] };
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function* otherTexts(head: SignedHead, text: string): Generator<OtherText> {
  const type = findHeader(head.headers, 'content-type') ?? '';
  if (/form-urlencoded/i.test(type) || /^[^\s={}"<]+=/.test(text)) yield* formTexts(text);
  yield* jsonTexts(text);
}

function* otherEnds(bytes: Buffer): Generator<OtherBody> {
  for (const [end, name] of [
    ['\n', 'a line break'],
    ['\r\n', 'a line break (CR LF)'],
  ] as const) {
    const sentence = `The sender signed the body with ${name} at its end, which was removed on the way: ${asItCame}`;
    yield { body: Buffer.concat([bytes, Buffer.from(end)]), sentence };
  }
  const end = endOf(bytes);
  if (end < bytes.length) {
    const sentence = `The sender signed the body without the line break or space at its end, which was added on the way: ${asItCame}`;
    yield { body: bytes.subarray(0, end), sentence };
    if (bytes.length - end > 1) yield { body: bytes.subarray(0, -1), sentence };
  }
  const mark = Buffer.from('\ufeff');
  const hasMark = bytes.subarray(0, mark.length).equals(mark);
  yield {
    body: hasMark ? bytes.subarray(mark.length) : Buffer.concat([mark, bytes]),
    sentence: `The sender signed the body ${hasMark ? 'without' : 'with'} a byte order mark: ${asItCame}`,
  };
}

/** The index at which the white space at the end begins. */
function endOf(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && ' \t\r\n'.includes(String.fromCharCode(bytes[end - 1] ?? 0))) end--;
  return end;
}

function* otherLines(bytes: Buffer): Generator<OtherBody> {
  if (!bytes.includes('\n')) return;
  const text = bytes.toString('latin1');
  const unix = text.replaceAll('\r\n', '\n');
  for (const [lines, name] of [
    [unix, 'LF'],
    [unix.replaceAll('\n', '\r\n'), 'CR LF'],
  ] as const) {
    if (lines === text) continue;
    const sentence = `The sender signed the body with ${name} line ends, which were changed on the way: ${asItCame}`;
    yield { body: Buffer.from(lines, 'latin1'), sentence };
  }
}

function* inBase64(bytes: Buffer): Generator<OtherBody> {
  const text = bytes.toString('latin1').trim();
  if (text.length > 0 && /^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text)) {
    const sentence = `The sender signed the body before it was encoded in Base64 on the way: ${asItCame}`;
    yield { body: Buffer.from(text, 'base64'), sentence };
  }
  yield {
    body: Buffer.from(bytes.toString('base64')),
    sentence: 'The sender signed the body in Base64, and sent it decoded.',
  };
}

function* otherCharacters(text: string): Generator<OtherBody> {
  if (!/[\u0080-\uffff]/.test(text) || /[\u0100-\uffff]/.test(text)) return;
  const body = Buffer.from(text, 'latin1');
  const sentence =
    textOf(body) === undefined
      ? `The sender signed the body in ISO 8859-1, and it arrived in UTF-8: ${asItCame}`
      : `The characters of the body were encoded in UTF-8 twice on the way: ${asItCame}`;
  yield { body, sentence };
}

const bound = { maxOutputLength: mostBodyBytes };

/** By the codings of HTTP, in lower case. */
const decompressors: Readonly<Record<string, readonly ((bytes: Buffer) => Buffer)[]>> = {
  gzip: [(bytes) => gunzipSync(bytes, bound)],
  'x-gzip': [(bytes) => gunzipSync(bytes, bound)],
  deflate: [(bytes) => inflateSync(bytes, bound), (bytes) => inflateRawSync(bytes, bound)],
  br: [(bytes) => brotliDecompressSync(bytes, bound)],
  // Node 20 has none.
  zstd: [(bytes) => zlib.zstdDecompressSync(bytes, bound)],
};

function* decompressed(head: SignedHead, bytes: Buffer): Generator<OtherBody> {
  const named = (findHeader(head.headers, 'content-encoding') ?? '').trim().toLowerCase();
  const coding = named === '' && bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : named;
  for (const decompress of Object.hasOwn(decompressors, coding)
    ? (decompressors[coding] ?? [])
    : []) {
    let body: Buffer;
    try {
      body = decompress(bytes);
    } catch {
      continue;
    }
    const sentence = `The sender signed the body before it was compressed (${coding}): decompress it, then verify.`;
    yield { body, sentence };
  }
}

/** The best compression of brotli takes long for more. */
const mostBestBytes = 4 * 1024;
/** Nobody compresses in the way of a sender but by chance: this is not worth much time. */
const mostCompressedBytes = 64 * 1024;

function* compressed(bytes: Buffer): Generator<OtherBody> {
  if (bytes.length === 0 || bytes.length > mostCompressedBytes) return;
  const quality = bytes.length > mostBestBytes ? 5 : constants.BROTLI_MAX_QUALITY;
  for (const [coding, compress] of [
    ['gzip', () => gzipSync(bytes)],
    ['gzip', () => gzipSync(bytes, { level: 9 })],
    ['deflate', () => deflateSync(bytes)],
    [
      'br',
      () => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    ],
  ] as const) {
    const sentence = `The sender signed the compressed body (${coding}), which was decompressed on the way: ${asItCame}`;
    yield { body: compress(), sentence };
  }
}
