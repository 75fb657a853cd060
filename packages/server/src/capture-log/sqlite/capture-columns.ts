import type { SQLOutputValue } from 'node:sqlite';
import { answeredBy } from '../answering.ts';
import type { CaptureFields, StoredAnswer, StoredListenerAnswer } from '../captures.ts';

/**
 * The fields of captures on their way between the event loop and a database thread: of each field an array,
 * with one value a capture. To pack 64 captures of 1 KB, hand them over and read them takes 32 µs in this form,
 * 30 µs in one flat array without names, and 66 µs as one object a capture.
 */
export type CaptureColumns = { [Field in keyof CaptureFields]: CaptureFields[Field][] };

export function emptyColumns(): CaptureColumns {
  return {
    endpointId: [],
    receivedAt: [],
    method: [],
    target: [],
    headers: [],
    droppedHeaders: [],
    ipAddress: [],
    bodySize: [],
  };
}

/** Appends a capture. Arrays that `map` makes count as having holes, and take twice as long to hand over. */
export function addCapture(columns: CaptureColumns, capture: CaptureFields): void {
  columns.endpointId.push(capture.endpointId);
  columns.receivedAt.push(capture.receivedAt);
  columns.method.push(capture.method);
  columns.target.push(capture.target);
  columns.headers.push(capture.headers);
  columns.droppedHeaders.push(capture.droppedHeaders);
  columns.ipAddress.push(capture.ipAddress);
  columns.bodySize.push(capture.bodySize);
}

export function capturesIn(columns: CaptureColumns): CaptureFields[] {
  return columns.endpointId.map((endpointId, index) => ({
    endpointId,
    receivedAt: columns.receivedAt[index] ?? 0,
    method: columns.method[index] ?? '',
    target: columns.target[index] ?? '',
    headers: columns.headers[index] ?? '',
    droppedHeaders: columns.droppedHeaders[index] ?? 0,
    ipAddress: columns.ipAddress[index] ?? '',
    bodySize: columns.bodySize[index] ?? 0,
  }));
}

/** The answers of captures on their way from a thread, in the form of `CaptureColumns`; mostly there are none. */
export interface AnsweredColumns {
  /** The places of their captures among those they come with. */
  index: number[];
  delivery: string[];
  attempt: number[];
  answer: string[];
  /** These are empty if there is none. */
  verdict: string[];
  signature: string[];
  event: string[];
  /** Null if the answer was not cut short. */
  cutShortAfter: (number | null)[];
}

export function noneAnswered(): AnsweredColumns {
  return {
    index: [],
    delivery: [],
    attempt: [],
    answer: [],
    verdict: [],
    signature: [],
    event: [],
    cutShortAfter: [],
  };
}

/** @param row delivery, attempt, answer, verdict, signature, event and when it was cut short, all null if the capture has no answer */
export function addAnswered(
  columns: AnsweredColumns,
  index: number,
  row: readonly SQLOutputValue[],
): void {
  const [delivery = null, attempt, answer, verdict, signature, event, cutShortAfter] = row;
  if (delivery === null) return;
  columns.index.push(index);
  columns.delivery.push(String(delivery));
  columns.attempt.push(Number(attempt));
  columns.answer.push(String(answer));
  columns.verdict.push(String(verdict ?? ''));
  columns.signature.push(String(signature ?? ''));
  columns.event.push(String(event ?? ''));
  columns.cutShortAfter.push(typeof cutShortAfter === 'number' ? cutShortAfter : null);
}

/** The answer of one capture, from the same row; undefined if it has none. */
export function answeredOf(row: readonly SQLOutputValue[]): StoredAnswer | undefined {
  if (row[0] === null) return undefined;
  const columns = noneAnswered();
  addAnswered(columns, 0, row);
  return answeredIn(columns).get(0);
}

/** The answers by the place of their captures. */
export function answeredIn(columns: AnsweredColumns): Map<number, StoredAnswer> {
  return new Map(
    columns.index.map((index, place) => [
      index,
      answeredBy({
        delivery: columns.delivery[place] ?? '',
        attempt: columns.attempt[place] ?? 0,
        answer: columns.answer[place] ?? '',
        verdict: columns.verdict[place],
        signature: columns.signature[place],
        event: columns.event[place],
        cut_short_after: columns.cutShortAfter[place],
      }),
    ]),
  );
}

/** Waits for listeners and their answers on their way from a thread, in the form of `CaptureColumns`; mostly there are none. */
export interface ListenerColumns {
  /** The places of their captures among those they come with. */
  index: number[];
  /** Empty while the sender waits. */
  answer: string[];
  waitsUntil: number[];
}

export function noListeners(): ListenerColumns {
  return { index: [], answer: [], waitsUntil: [] };
}

/** @param row the answer and the end of the wait; the second is null if no listener was asked */
export function addListener(
  columns: ListenerColumns,
  index: number,
  row: readonly SQLOutputValue[],
): void {
  const [answer = null, waitsUntil = null] = row;
  if (waitsUntil === null) return;
  columns.index.push(index);
  columns.answer.push(String(answer ?? ''));
  columns.waitsUntil.push(Number(waitsUntil));
}

/** The same of one capture; undefined if no listener was asked. */
export function listenerOf(row: readonly SQLOutputValue[]): StoredListenerAnswer | undefined {
  const columns = noListeners();
  addListener(columns, 0, row);
  return listenersIn(columns).get(0);
}

/** By the place of their captures. */
export function listenersIn(columns: ListenerColumns): Map<number, StoredListenerAnswer> {
  return new Map(
    columns.index.map((index, place) => {
      const answer = columns.answer[place];
      const waitsUntil = columns.waitsUntil[place] ?? 0;
      return [index, answer ? { answer, waitsUntil } : { waitsUntil }];
    }),
  );
}
