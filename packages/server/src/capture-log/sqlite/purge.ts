import type { Connection } from '../../database/sqlite/connection.ts';
import type { Scope } from '../capture-log.ts';
import { type HiddenRange, mostBytesAtOnce, mostRowsAtOnce, octets } from '../removal-step.ts';
import { deleteOldest, uncount } from './row-removal.ts';

/** Removes some of the captures that nothing shows any more. `done` once nothing is noted for removal. */
export function purge(connection: Connection): { removed: number; done: boolean } {
  return connection.write(() => {
    const step = new Step(connection);
    for (let notes = 0; notes < mostRowsAtOnce; notes++) {
      const note = connection.row(
        'select id, endpoint_id, through_id from purge order by id limit 1',
      );
      if (note === undefined) return { removed: step.removed, done: true };
      const [noteId = 0, endpointId = 0, through = 0] = note.map(Number);
      const countedAfter = countedAfterOf(connection, endpointId);
      if (!step.remove({ endpointId, after: 0, through, countedAfter })) break;
      connection.run('delete from purge where id = ?', noteId);
      if (countedAfter !== null) connection.run(endPartialClear, endpointId, through);
    }
    return { removed: step.removed, done: false };
  });
}

/**
 * Removes the captures of a scope that a partial clear has hidden, as far as one step goes; part of a larger
 * transaction. Once it removed none, the counters are those of the captures that reads show.
 */
export function removeHidden(
  connection: Connection,
  { accountId, endpointId }: Scope,
): { removed: number; bytes: number } {
  const step = new Step(connection);
  for (const row of connection.rows(partlyCleared, accountId, endpointId ?? null)) {
    const [id = 0, countedAfter = 0, through = 0] = row.map(Number);
    if (!step.remove({ endpointId: id, after: countedAfter, through, countedAfter })) break;
    connection.run(endPartialClear, id, through);
  }
  return { removed: step.removed, bytes: step.bytes };
}

const partlyCleared = `select id, counted_after, cleared_through from endpoint
  where account_id = ?1 and (?2 is null or id = ?2) and counted_after is not null`;

/** Says that no hidden capture is counted any more, once those up to an id are gone. */
const endPartialClear =
  'update endpoint set counted_after = null where id = ? and cleared_through <= ?';

function countedAfterOf(connection: Connection, endpointId: number): number | null {
  const [value = null] =
    connection.row('select counted_after from endpoint where id = ?', endpointId) ?? [];
  return value === null ? null : Number(value);
}

const hiddenIds = `select id from captured_request where endpoint_id = ? and id > ? and id <= ?
  order by id limit ?`;

/** The removal of hidden captures within the bounds of one transaction. */
class Step {
  removed = 0;
  bytes = 0;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** False if a bound was met before the end of the range. The counters follow. */
  remove({ endpointId, after, through, countedAfter }: HiddenRange): boolean {
    const limit = mostRowsAtOnce - this.removed;
    const ids = this.#connection.rows(hiddenIds, endpointId, after, through, limit);
    let [captures, bytes] = [0, 0];
    let isFull = ids.length === limit;
    for (const [value] of ids) {
      const id = Number(value);
      const size = this.#delete(id);
      if (countedAfter !== null && id > countedAfter) {
        captures += 1;
        bytes += size;
      }
      isFull ||= this.bytes >= mostBytesAtOnce;
      if (this.bytes >= mostBytesAtOnce) break;
    }
    if (captures > 0) this.#connection.run(uncount, captures, bytes, endpointId);
    return !isFull;
  }

  #delete(id: number): number {
    const sizeOf = `select ${octets()} from captured_request where id = ?`;
    const [size] = this.#connection.row(sizeOf, id) ?? [];
    deleteOldest(this.#connection, id);
    this.removed += 1;
    this.bytes += Number(size);
    return Number(size);
  }
}
