import type { SQLOutputValue } from 'node:sqlite';
import { answeredBy } from '../answering.ts';
import type { StoredAnswer } from '../captures.ts';

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
