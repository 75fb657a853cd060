import type { Answered } from '../capture-log.ts';

/** The answers of captures on their way from a thread, in the form of `CaptureColumns`; mostly there are none. */
export interface AnsweredColumns {
  /** The places of their captures among those they come with. */
  index: number[];
  delivery: string[];
  attempt: number[];
  answer: string[];
}

export function noneAnswered(): AnsweredColumns {
  return { index: [], delivery: [], attempt: [], answer: [] };
}

export function addAnswered(
  columns: AnsweredColumns,
  index: number,
  { delivery, attempt, answer }: Answered,
): void {
  columns.index.push(index);
  columns.delivery.push(delivery);
  columns.attempt.push(attempt);
  columns.answer.push(answer);
}

/** The answers by the place of their captures. */
export function answeredIn(columns: AnsweredColumns): Map<number, Answered> {
  return new Map(
    columns.index.map((index, place) => [
      index,
      {
        delivery: columns.delivery[place] ?? '',
        attempt: columns.attempt[place] ?? 0,
        answer: columns.answer[place] ?? '',
      },
    ]),
  );
}
