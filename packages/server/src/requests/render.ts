import type { StoredCapture } from '../database/capture-log.ts';
import { type BodyViews, bodyViews, rawText } from './body-views.ts';
import { firstHeader, headersText, parseHeaders, type SentHeaders } from './headers.ts';
import { queryParamsText } from './query-params.ts';
import { subPathOf } from './target.ts';

/**
 * The ways to show a captured request: whole or as a summary (no body, but its size and content type),
 * in answers of the API or as an event of the live stream (where the body is its raw text alone).
 */
export type CaptureView = 'full' | 'summary' | 'event' | 'eventSummary';

/** Takes the pieces of a text in their order. */
export type Write = (piece: string) => void;

/** Reads the body of a capture: all of its views, or its raw text alone. */
export interface BodyReader {
  views(body: Uint8Array, headers: SentHeaders): BodyViews;
  raw(body: Uint8Array, headers: SentHeaders): string;
}

/** Reads bodies whole, decompressed up to `maxBytes`. */
export function wholeBodies(maxBytes: number): BodyReader {
  return {
    views: (body, headers) => bodyViews(body, headers, maxBytes),
    raw: (body, headers) => rawText(body, headers, maxBytes),
  };
}

/** Reads the start of a body as it was sent, and nothing else: for one that cannot be read whole. */
export function undecodedBodies(maxBytes: number): BodyReader {
  const raw = (body: Uint8Array) => Buffer.from(body.subarray(0, maxBytes)).toString();
  return { views: (body) => ({ raw: raw(body) }), raw };
}

/** A capture as one JSON text. */
export function captureText(capture: StoredCapture, view: CaptureView, bodies: BodyReader): string {
  let text = '';
  writeCapture(capture, view, bodies, (piece) => {
    text += piece;
  });
  return text;
}

/**
 * Writes a capture as JSON text. Only `body.json` can hold line breaks (it is the sender's own text),
 * so an event is always one line.
 */
export function writeCapture(
  capture: StoredCapture,
  view: CaptureView,
  bodies: BodyReader,
  write: Write,
): void {
  const headers = parseHeaders(capture.headers);
  const path = subPathOf(capture.target);
  const isEvent = view === 'event' || view === 'eventSummary';
  write(
    (isEvent ? '{"SSEWebhookRequest":{"id":' : '{"id":') +
      `${capture.id},"endpointId":${capture.endpointId},"method":${JSON.stringify(capture.method)}` +
      (path === undefined ? '' : `,"path":${JSON.stringify(path)}`) +
      `,"headers":${headersText(headers)}`,
  );
  writeBody(capture, headers, view, bodies, write);
  write(
    `,"queryParams":${queryParamsText(capture.target)}` +
      `,"ipAddress":${JSON.stringify(capture.ipAddress)}` +
      `,"receivedAt":"${new Date(capture.receivedAt).toISOString()}"` +
      (isEvent ? '}}' : '}'),
  );
}

const NO_BYTES = new Uint8Array();

function writeBody(
  capture: StoredCapture,
  headers: SentHeaders,
  view: CaptureView,
  bodies: BodyReader,
  write: Write,
): void {
  const body = capture.body ?? NO_BYTES;
  if (view === 'full') {
    writeViews(bodies.views(body, headers), write);
  } else if (view === 'event') {
    write(',"body":');
    writeString(bodies.raw(body, headers), write);
  } else {
    const contentType = firstHeader(headers, 'content-type');
    write(`,"bodySize":${capture.bodySize}`);
    if (contentType !== undefined) write(`,"contentType":${JSON.stringify(contentType)}`);
  }
}

function writeViews({ json, xml, raw }: BodyViews, write: Write): void {
  write(',"body":{');
  if (json !== undefined) {
    write('"json":');
    write(json);
    write(',');
  }
  if (xml !== undefined) {
    write('"xml":');
    writeString(xml, write);
    write(',');
  }
  write('"raw":');
  writeString(raw, write);
  write('}');
}

/** Long strings are escaped in pieces of this many characters: the worst ones grow sixfold. */
const PIECE = 2 ** 18;

function writeString(text: string, write: Write): void {
  if (text.length <= PIECE) {
    write(JSON.stringify(text));
    return;
  }
  write('"');
  for (let at = 0; at < text.length; ) {
    // A surrogate pair stays together: its halves alone would be escaped.
    const end = at + PIECE + (isLeadSurrogate(text.charCodeAt(at + PIECE - 1)) ? 1 : 0);
    write(JSON.stringify(text.slice(at, end)).slice(1, -1));
    at = end;
  }
  write('"');
}

function isLeadSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
