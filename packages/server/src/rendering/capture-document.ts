import { isUtf8 } from 'node:buffer';
import { charsetOf } from '@hookwell/core/http/body-text';
import { type ContentType, isApplicationJson, isXmlType } from '@hookwell/core/http/content-type';
import { BodyMatcher, type Match } from '@hookwell/core/match';
import type { StoredCapture } from '../capture-log/captures.ts';
import { contentTypeOf, decodeText } from '../sent-request/body.ts';
import { type HeaderList, parseHeaders, searchedHeaders } from '../sent-request/head.ts';
import { searchedRequest } from '../sent-request/searched-request.ts';
import { afterBody, beforeBody, type CaptureView } from './text/capture-text.ts';
import { JsonScanner } from './text/json-scanner.ts';
import { XmlScanner } from './text/xml-scanner.ts';
import { textChunks } from './text-chunks.ts';

/** The views that a large or compressed capture has in pieces. */
export type PieceView = Extract<CaptureView, 'full' | 'event'>;

/**
 * The characters of a body that a match is applied to in one step: up to a millisecond for 64 hostile terms, which take 6
 * ms and more for a whole chunk.
 */
const matchedCharacters = 4096;

/** A match that is tried on a capture. */
export interface MatchTried {
  match: Match;
  /** Milliseconds since 1970: ages count from it. */
  nowMs: number;
  /** The kept X- headers of the capture: they are never a part of its text. */
  keptHeaders: string | undefined;
}

/** A part of the text of a capture. */
export interface Piece {
  /** In UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The position of the next piece; undefined at the end. */
  next: number | undefined;
}

/** No piece has more bytes. One chunk gives up to 192 KiB (`\u0001` for a byte). */
export const largestPieceBytes = 256 * 1024;

/** A place in the body: the chunk, and the byte of it in UTF-8. */
interface Place {
  chunk: number;
  offset: number;
}

/** The readings of the body that stand beside its raw text. */
interface Readings {
  json?: { start: Place; end: Place };
  xml?: true;
}

/** One field of the body: chunks of text, and the JSON before and after them. */
interface Field {
  before: string;
  after: string;
  first: number;
  count: number;
  chunk: (index: number) => Uint8Array;
}

/**
 * A large or compressed capture, decompressed: any piece of its JSON text can be made at any time. It holds the
 * body's bytes as chunks, never a text of it. All that takes long is done step by step, by generators that yield
 * after each step.
 */
export class CaptureDocument {
  readonly #capture: StoredCapture;
  readonly #headers: HeaderList;
  readonly #type: ContentType;
  #chunks: readonly Uint8Array[] = [];
  #charset = 'utf-8';
  /** Whether the chunks are valid UTF-8: they are their own text then. */
  #isUtf8 = true;
  #readings: Readings = {};

  /** The capture's head; its body is read by `read`. */
  constructor(capture: StoredCapture) {
    this.#capture = capture;
    this.#headers = parseHeaders(capture.headers);
    this.#type = contentTypeOf(this.#headers);
  }

  get headers(): HeaderList {
    return this.#headers;
  }

  /** Takes the body without its content codings. */
  *read(blocks: readonly Uint8Array[]): Generator<void, void> {
    let areUtf8 = true;
    const start = blocks[0] ?? new Uint8Array();
    const asUtf8: Uint8Array[] = [];
    for (const chunk of textChunks(blocks, 'utf-8')) {
      areUtf8 &&= isUtf8(chunk);
      asUtf8.push(chunk);
      yield;
    }
    this.#charset = charsetOf(start, this.#type, () => areUtf8);
    this.#isUtf8 = areUtf8 && this.#charset === 'utf-8';
    this.#chunks = asUtf8;
    if (this.#charset === 'utf-8') return;
    const chunks: Uint8Array[] = [];
    for (const chunk of textChunks(blocks, this.#charset)) {
      chunks.push(chunk);
      yield;
    }
    this.#chunks = chunks;
  }

  /** Finds out whether the body is JSON or XML. Has to end before pieces of the full view are made. */
  *check(): Generator<void, void> {
    if (this.#charset === 'utf-8' && !this.#isUtf8) return;
    if (isApplicationJson(this.#type)) yield* this.#checkJson();
    else if (isXmlType(this.#type)) yield* this.#checkXml();
  }

  /** Whether a match holds for the capture. */
  *matches({ match, nowMs, keptHeaders }: MatchTried): Generator<void, boolean> {
    const headers = searchedHeaders(this.#capture.headers, keptHeaders);
    const request = searchedRequest({ ...this.#capture, headers });
    const matcher = new BodyMatcher(match, request, nowMs);
    yield* matcher.begin();
    for (const index of this.#chunks.keys()) {
      for (const part of shortTexts(this.#text(index))) {
        if (matcher.verdict !== undefined) return matcher.verdict;
        yield* matcher.pushInSteps(part);
        yield;
      }
    }
    return matcher.end();
  }

  *#checkJson(): Generator<void, void> {
    const scanner = new JsonScanner();
    let [start, end]: (Place | undefined)[] = [];
    let scanned = 0;
    for (const [index, chunk] of this.#chunks.entries()) {
      const text = this.#strictly(chunk);
      if (text === undefined) return;
      const mark = index === 0 ? markLength(text) : 0;
      scanner.feed(text.subarray(mark));
      if (scanner.failed) return;
      const place = (at: number | undefined): Place | undefined =>
        at === undefined ? undefined : { chunk: index, offset: at - scanned + mark };
      start ??= place(scanner.start);
      end ??= place(scanner.end);
      scanned += text.length - mark;
      yield;
    }
    if (scanner.isObject && start !== undefined && end !== undefined) {
      this.#readings = { json: { start, end } };
    }
  }

  *#checkXml(): Generator<void, void> {
    const scanner = new XmlScanner();
    for (const [index, chunk] of this.#chunks.entries()) {
      const text = this.#strictly(chunk);
      if (text === undefined) return;
      scanner.feed(text.subarray(index === 0 ? markLength(text) : 0));
      if (scanner.failed) return;
      yield;
    }
    if (scanner.end()) this.#readings = { xml: true };
  }

  /** A chunk in UTF-8; undefined if it is not text in its charset. */
  #strictly(chunk: Uint8Array): Uint8Array | undefined {
    if (this.#isUtf8) return chunk;
    const { text, isValid } = decodeText(chunk, this.#charset);
    return isValid ? Buffer.from(text) : undefined;
  }

  /**
   * Makes the piece of a view that begins at a position; the first is at 0. It ends with the chunk that makes it
   * `enough` bytes long, or before a chunk that would make it too long. So a piece depends on its position and on
   * `enough` alone.
   */
  *piece(
    view: PieceView,
    position: number,
    enough: number = largestPieceBytes,
  ): Generator<void, Piece> {
    const fields = this.#fields(view);
    const last = fields.reduce((sum, { count }) => sum + count, 0) + 1;
    const parts: Uint8Array[] = [];
    let size = 0;
    let at = position;
    // The next chunk is likely to be as long as the one before.
    for (let next = 0; at <= last && size < enough && size + next <= largestPieceBytes; at++) {
      const added = this.#part(view, fields, at, last);
      next = added.reduce((sum, { length }) => sum + length, 0);
      yield;
      if (size > 0 && size + next > largestPieceBytes) break;
      parts.push(...added);
      size += next;
    }
    // A piece is handed over, so it needs a buffer of its own: small results of `Buffer.concat` share one.
    const bytes = new Uint8Array(size);
    let end = 0;
    for (const part of parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return { bytes, next: at > last ? undefined : at };
  }

  #part(view: PieceView, fields: readonly Field[], position: number, last: number): Uint8Array[] {
    if (position === 0) {
      const opening = view === 'full' ? ',"body":{' : ',"body":';
      return [Buffer.from(beforeBody(this.#capture, this.#headers, view) + opening)];
    }
    if (position === last) {
      return [Buffer.from((view === 'full' ? '}' : '') + afterBody(this.#capture, view))];
    }
    let index = position - 1;
    for (const { before, after, first, count, chunk } of fields) {
      if (index < count) {
        const text = chunk(first + index);
        return [
          ...(index === 0 ? [Buffer.from(before)] : []),
          text,
          ...(index === count - 1 ? [Buffer.from(after)] : []),
        ];
      }
      index -= count;
    }
    return [];
  }

  #fields(view: PieceView): Field[] {
    const { json, xml } = this.#readings;
    const all = { first: 0, count: Math.max(this.#chunks.length, 1) };
    const raw = (index: number) => this.#escaped(index, 0);
    if (view === 'event') return [{ ...all, before: '"', after: '"', chunk: raw }];
    const fields: Field[] = [];
    if (json !== undefined) {
      const { start, end } = json;
      const [first, count] = [start.chunk, end.chunk - start.chunk + 1];
      const chunk = (index: number) => this.#between(index, start, end);
      fields.push({ before: '"json":', after: ',', first, count, chunk });
    }
    if (xml) {
      const chunk = (index: number) => this.#escaped(index, index === 0 ? this.#markLength() : 0);
      fields.push({ ...all, before: '"xml":"', after: '",', chunk });
    }
    fields.push({ ...all, before: '"raw":"', after: '"', chunk: raw });
    return fields;
  }

  #markLength(): number {
    return markLength(this.#inUtf8(0));
  }

  #text(index: number): string {
    return decodeText(this.#chunks[index] ?? new Uint8Array(), this.#charset).text;
  }

  #inUtf8(index: number): Uint8Array {
    const chunk = this.#chunks[index] ?? new Uint8Array();
    return this.#isUtf8 ? chunk : Buffer.from(this.#text(index));
  }

  #between(index: number, start: Place, end: Place): Uint8Array {
    return this.#inUtf8(index).subarray(
      index === start.chunk ? start.offset : 0,
      index === end.chunk ? end.offset : undefined,
    );
  }

  /** A chunk as part of a JSON string, without its first bytes. */
  #escaped(index: number, from: number): Uint8Array {
    const { text } = decodeText(this.#inUtf8(index).subarray(from), 'utf-8');
    return Buffer.from(JSON.stringify(text).slice(1, -1));
  }
}

/** The length of the byte order mark that the text begins with; 0 without one. */
function markLength(text: Uint8Array): number {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
}

/** Cuts a text, but never between two surrogates. */
function* shortTexts(text: string): Generator<string, void> {
  for (let at = 0; at < text.length; ) {
    const cut = at + matchedCharacters;
    const code = text.charCodeAt(cut - 1);
    const end = code >= 0xd800 && code < 0xdc00 ? cut + 1 : cut;
    yield text.slice(at, end);
    at = end;
  }
}
