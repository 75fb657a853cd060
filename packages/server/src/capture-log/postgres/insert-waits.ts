import { sharedNowMs } from '../../database/postgres/other-nodes.ts';
import type { NewCapture } from '../captures.ts';

/** A sender that waits for a listener, on the way to the database. */
export interface WaitRow {
  /** The index of its capture in the group. */
  index: number;
  node: string;
  waitMs: number;
}

/** Mostly nobody waits. */
export function waitRows(captures: readonly NewCapture[]): WaitRow[] {
  const now = Date.now();
  return captures.flatMap(({ wait }, index) =>
    wait === undefined ? [] : [{ index, node: wait.node, waitMs: Math.max(0, wait.until - now) }],
  );
}

/**
 * The part of a statement that stores who waits for listeners, after `numbered`: see `countedAttempts`. The columns are SQL
 * expressions: a `bigint[]` of places in the group, from 1, a `bytea[]` of nodes, and a `bigint[]` of milliseconds.
 */
export function insertedWaits(columns: readonly string[]): string {
  return `, waiting as (
  insert into listener_answer (capture_id, node, waits_until)
  select numbered.id, convert_from(w.node, 'UTF8'), ${sharedNowMs} + w.wait_ms
  from unnest(${columns.join()}) as w (place, node, wait_ms)
  join numbered on numbered.place = w.place
)`;
}
