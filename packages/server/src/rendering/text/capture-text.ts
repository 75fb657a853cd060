import type { StoredCapture, StoredVerdict } from '../../capture-log/captures.ts';
import { shownSignature } from '../../capture-log/pending-signature.ts';
import { rawText } from '../../sent-request/body.ts';
import {
  firstHeader,
  type HeaderList,
  headersText,
  parseHeaders,
  queryOf,
  queryParamsText,
  subPathOf,
} from '../../sent-request/head.ts';
import { bodyFields } from './body-fields.ts';
import { timeText } from './time-text.ts';

/**
 * The ways to show a captured request: whole or as a summary (no body, but its size and content type),
 * in answers of the API or as an event of the live stream (where the body is its raw text alone).
 */
export type CaptureView = 'full' | 'summary' | 'event' | 'eventSummary';

const noBytes = new Uint8Array();

/**
 * A small capture as one JSON text; `capture-document.ts` makes the text of all others, in pieces. Only `body.json`
 * can hold line breaks (it is the sender's own text), so an event is always one line.
 */
export function captureText(capture: StoredCapture, view: CaptureView): string {
  const { list, text } = readHeaders(capture.headers);
  return startText(capture, text, view) + bodyPart(capture, list, view) + afterBody(capture, view);
}

interface ReadHeaders {
  stored: string;
  list: HeaderList;
  /** As readers see them. */
  text: string;
}

let lastHeaders: ReadHeaders = { stored: '[]', list: [], text: '{}' };

/** Captures that follow each other often have the same headers, which are read once then: 1.5 to 2.5 µs a capture. */
function readHeaders(stored: string): ReadHeaders {
  if (stored !== lastHeaders.stored) {
    const list = parseHeaders(stored);
    lastHeaders = { stored, list, text: headersText(list) };
  }
  return lastHeaders;
}

/** The text before the body. */
export function beforeBody(capture: StoredCapture, headers: HeaderList, view: CaptureView): string {
  return startText(capture, headersText(headers), view);
}

function startText(capture: StoredCapture, headers: string, view: CaptureView): string {
  const path = subPathOf(capture.target);
  return (
    (isEvent(view) ? '{"SSEWebhookRequest":{"id":' : '{"id":') +
    `${capture.id},"endpointId":${capture.endpointId},"method":${JSON.stringify(capture.method)}` +
    (path === undefined ? '' : `,"path":${JSON.stringify(path)}`) +
    `,"headers":${headers}`
  );
}

/** The text after the body. */
export function afterBody(capture: StoredCapture, view: CaptureView): string {
  return (
    `,"queryParams":${queryParamsText(capture.target)}` +
    `,"ipAddress":${JSON.stringify(capture.ipAddress)}` +
    `,"receivedAt":"${timeText(capture.receivedAt)}"` +
    answeredText(capture) +
    (capture.contract === undefined ? '' : `,"contract":${capture.contract.finding}`) +
    (isEvent(view) ? `${waitingText(capture)}}}` : '}')
  );
}

function answeredText({ answered, listener }: StoredCapture): string {
  const byListener =
    listener?.answer === undefined
      ? undefined
      : `,"answer":${JSON.stringify(listener.answer)},"answeredBy":"listener"`;
  if (answered === undefined) return byListener ?? '';
  const { delivery, attempt, answer, cutShortAfter, verified } = answered;
  const text =
    `,"delivery":${JSON.stringify(delivery)},"attempt":${attempt}` +
    (byListener ?? `,"answer":${JSON.stringify(answer)}`) +
    (cutShortAfter === undefined ? '' : `,"cutShortAfter":${cutShortAfter}`);
  return verified === undefined ? text : text + verifiedText(verified);
}

/** Whose node has left it alone waits no more. */
function waitingText({ listener }: StoredCapture): string {
  if (listener === undefined || listener.answer !== undefined) return '';
  return Date.now() < listener.waitsUntil ? ',"waiting":true' : '';
}

/** The signature is JSON text already. */
function verifiedText({ signature, event }: StoredVerdict): string {
  const text = `,"signature":${shownSignature(signature)}`;
  return event === undefined ? text : `${text},"event":${JSON.stringify(event)}`;
}

function isEvent(view: CaptureView): boolean {
  return view === 'event' || view === 'eventSummary';
}

function bodyPart(capture: StoredCapture, headers: HeaderList, view: CaptureView): string {
  const body = capture.body ?? noBytes;
  if (view === 'event') return `,"body":${JSON.stringify(rawText(body, headers))}`;
  if (view === 'full') {
    const { json, xml, raw } = bodyFields(body, headers);
    return (
      ',"body":{' +
      (json === undefined ? '' : `"json":${json},`) +
      (xml === undefined ? '' : `"xml":${JSON.stringify(xml)},`) +
      `"raw":${JSON.stringify(raw)}}`
    );
  }
  const contentType = firstHeader(headers, 'content-type');
  const query = queryOf(capture.target);
  return (
    `,"bodySize":${capture.bodySize}` +
    (contentType === undefined ? '' : `,"contentType":${JSON.stringify(contentType)}`) +
    (query === '' ? '' : `,"query":${JSON.stringify(query)}`)
  );
}
