import type { Connection } from '../../database/sqlite/connection.ts';
import type { NewCapture } from '../captures.ts';

/** The waits for listeners of a group on its way to the writing thread, in the form of `CaptureColumns`. */
export interface WaitColumns {
  /** The places of their captures in the group. */
  index: number[];
  node: string[];
  until: number[];
}

/** Undefined if nobody waits. */
export function waitColumns(captures: readonly NewCapture[]): WaitColumns | undefined {
  let columns: WaitColumns | undefined;
  for (const [index, { wait }] of captures.entries()) {
    if (wait === undefined) continue;
    columns ??= { index: [], node: [], until: [] };
    columns.index.push(index);
    columns.node.push(wait.node);
    columns.until.push(wait.until);
  }
  return columns;
}

const insertWait = 'insert into listener_answer (capture_id, node, waits_until) values (?, ?, ?)';

/**
 * Stores who waits for listeners; part of the transaction that stores the captures.
 * @param ids of each capture, 0 if it is not stored
 */
export function insertWaits(
  connection: Connection,
  ids: readonly number[],
  { index, node, until }: WaitColumns,
): void {
  for (const [place, at] of index.entries()) {
    const captureId = ids[at] ?? 0;
    if (captureId > 0) connection.run(insertWait, captureId, node[place] ?? '', until[place] ?? 0);
  }
}
