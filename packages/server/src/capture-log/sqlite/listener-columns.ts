import type { SQLOutputValue } from 'node:sqlite';
import type { StoredListenerAnswer } from '../captures.ts';

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
