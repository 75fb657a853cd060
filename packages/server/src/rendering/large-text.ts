import type { ContentType } from '@hookwell/core/http/content-type';
import { bodyTexts, charsetOfBody, withoutMark } from './body-texts.ts';
import type { CaptureView } from './capture-text.ts';
import type { Range } from './json-object.ts';

/** The views that show a body. */
export type BodyView = Extract<CaptureView, 'full' | 'event'>;

/** What only a look at the whole of a body tells. */
export interface BodyFacts {
  /** The JSON object that the body is, in its text without a byte order mark. */
  json?: Range | undefined;
  isXml?: boolean;
}

/** Texts are given in blocks of this size, and up to 96 KiB more (`\u0001` for each byte of the last part). */
const blockBytes = 64 * 1024;

/** The texts of a capture before its body and after it. */
export interface TextAround {
  before: string;
  after: string;
}

/**
 * The JSON text of a large capture in UTF-8, in blocks that are made as they are taken: of one body and the same facts it is the same
 * each time. The result is that of `captureText`.
 * @param body without its content codings
 */
export function largeText(
  { before, after }: TextAround,
  body: Uint8Array,
  type: ContentType,
  { json, isXml }: BodyFacts,
  view: BodyView,
): Generator<Uint8Array, void> {
  const charset = charsetOfBody(body, type);
  function* parts(): Generator<string, void> {
    yield before;
    yield view === 'full' ? ',"body":{' : ',"body":"';
    if (view === 'full') {
      if (json !== undefined) {
        yield '"json":';
        yield* between(withoutMark(bodyTexts(body, charset)), json);
        yield ',';
      }
      if (isXml) {
        yield '"xml":"';
        yield* escaped(withoutMark(bodyTexts(body, charset)));
        yield '",';
      }
      yield '"raw":"';
    }
    yield* escaped(bodyTexts(body, charset));
    yield view === 'full' ? '"}' : '"';
    yield after;
  }
  return inBlocks(parts());
}

function* escaped(texts: Iterable<string>): Generator<string, void> {
  for (const text of texts) yield JSON.stringify(text).slice(1, -1);
}

function* between(texts: Iterable<string>, { start, end }: Range): Generator<string, void> {
  let at = 0;
  for (const text of texts) {
    yield text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    if (at >= end) return;
  }
}

function* inBlocks(parts: Iterable<string>): Generator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    const bytes = Buffer.from(part);
    waiting.push(bytes);
    size += bytes.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
