import { type Connection, refuseEndedCaller } from '../../database/sqlite/connection.ts';
import type { CallerRow } from '../../database/transaction.ts';
import type { Expiry, Scope } from '../capture-log.ts';
import {
  type HiddenRange,
  hourMs,
  mostBytesAtOnce,
  mostRowsAtOnce,
  octets,
} from '../counted-captures.ts';
import { addToTotal, type EndpointTotal } from '../group-totals.ts';
import { MergedCaptures } from './merged-captures.ts';

/** Removes one capture, if the account has it; else false. */
export function removeOne(
  connection: Connection,
  accountId: number,
  id: number,
  caller: readonly CallerRow[] = [],
): boolean {
  const owned = `select endpoint.id, ${octets('captured')} from captured_request captured
    join endpoint on endpoint.id = captured.endpoint_id
    where captured.id = ? and endpoint.account_id = ? and captured.id > endpoint.cleared_through`;
  return connection.write(() => {
    const row = connection.row(owned, id, accountId);
    if (row === undefined) return false;
    refuseEndedCaller(connection, caller);
    const [endpointId, size] = row;
    deleteAny(connection, id);
    connection.run(uncount, 1, Number(size), Number(endpointId));
    return true;
  });
}

const held = `select total(capture_count), total(capture_bytes) from endpoint
  where account_id = ?1 and (?2 is null or id = ?2)`;

const note = `insert into removal (endpoint_id, hour, cause, captures) values (?, ?, ?, ?)
  on conflict (endpoint_id, hour, cause) do update set captures = captures + excluded.captures`;

/** One step of the retention: from the oldest on, until a bound of `expiry` or this step's own is met. */
export function removeOldest(
  connection: Connection,
  scope: Scope,
  expiry: Expiry,
): { removed: number; bytes: number } {
  const row = `select received_at, ${octets()} from captured_request where id = ?`;
  return connection.write(() => {
    const [heldCount = 0, heldBytes = 0] = (
      connection.row(held, scope.accountId, scope.endpointId ?? null) ?? []
    ).map(Number);
    const mostRows = Math.min(heldCount - (expiry.keepCount ?? 0), mostRowsAtOnce);
    const mostBytes = Math.min(heldBytes - (expiry.keepBytes ?? 0), mostBytesAtOnce);
    if (mostRows <= 0 || mostBytes <= 0) return { removed: 0, bytes: 0 };
    // The totals have to be those of the captures that reads show, or too many of these would go.
    if (expiry.keepCount !== undefined || expiry.keepBytes !== undefined) {
      const hidden = removeHidden(connection, scope);
      if (hidden.removed > 0) return hidden;
    }
    const merged = new MergedCaptures(connection, scope, { order: 'oldestFirst' });
    const totals = new Map<number, EndpointTotal>();
    let removed = 0;
    let bytes = 0;
    while (removed < mostRows && bytes < mostBytes) {
      const id = merged.peek();
      const { endpointId } = merged;
      if (id === undefined || endpointId === undefined) break;
      const [receivedAt = 0, size = 0] = (connection.row(row, id) ?? []).map(Number);
      if (expiry.olderThan !== undefined && receivedAt >= expiry.olderThan) break;
      merged.take();
      deleteOldest(connection, id);
      removed++;
      bytes += size;
      addToTotal(totals, endpointId, size);
    }
    for (const [endpointId, total] of totals) {
      connection.run(uncount, total.captures, total.bytes, endpointId);
      if (expiry.noted === undefined) continue;
      const { by, at } = expiry.noted;
      connection.run(note, endpointId, Math.floor(at / hourMs), by, total.captures);
    }
    return { removed, bytes };
  });
}

// Two seeks an endpoint: whether it shows anything up to the id, and whether it keeps anything above.
const endpointsToClear = `
  select id, exists (
    select 1 from captured_request captured
    where captured.endpoint_id = endpoint.id and captured.id > ?1
  ) from endpoint
  where account_id = ?2 and (?3 is null or id = ?3) and capture_count > 0 and exists (
    select 1 from captured_request captured
    where captured.endpoint_id = endpoint.id
      and captured.id > endpoint.cleared_through and captured.id <= ?1
  )`;

const hideAll = `update endpoint
  set cleared_through = ?, counted_after = null, capture_count = 0, capture_bytes = 0 where id = ?`;

/** The hidden captures stay counted until the purge removes them: nobody knows their number without a look at each. */
const hideSome = `update endpoint
  set cleared_through = ?, counted_after = coalesce(counted_after, cleared_through) where id = ?`;

/**
 * Hides the captures of the scope up to the id, by default all, and notes them for `purge`: as quick with a million
 * as with one.
 */
export function clear(
  connection: Connection,
  scope: Scope,
  through = Number.MAX_SAFE_INTEGER,
  caller: readonly CallerRow[] = [],
) {
  connection.write(() => {
    refuseEndedCaller(connection, caller);
    const [lastId] = connection.row('select last_id from capture_log') ?? [];
    const highest = Math.min(through, Number(lastId));
    const { accountId, endpointId = null } = scope;
    for (const [id, keepsSome] of connection.rows(
      endpointsToClear,
      highest,
      accountId,
      endpointId,
    )) {
      connection.run(keepsSome === 0 ? hideAll : hideSome, highest, Number(id));
      connection.run(
        'insert into purge (endpoint_id, through_id) values (?, ?)',
        Number(id),
        highest,
      );
    }
  });
}

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
function removeHidden(
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

const deleteCapture = 'delete from captured_request where id = ?';
const deleteKept = 'delete from capture_kept_headers where capture_id = ?';
const deleteFinding = 'delete from capture_contract where capture_id = ?';
const deleteListenerAnswer = 'delete from listener_answer where capture_id = ?';
const answerOf = 'select endpoint_id, delivery, first_id from capture_answer where capture_id = ?';
const deleteAnswer = 'delete from capture_answer where capture_id = ?';
const newestOf = `select capture_id from capture_answer
  where endpoint_id = ?1 and first_id = ?2
    and capture_id > (select cleared_through from endpoint where id = ?1)
  order by capture_id desc limit 1`;

const deleteDelivery = 'delete from delivery where endpoint_id = ? and delivery = ?';
const deleteEndedDelivery = `${deleteDelivery} and last_id = ?`;
const endDelivery = 'update delivery set last_id = ? where endpoint_id = ? and delivery = ?';

/** Deletes a capture, which is the oldest of its delivery: the delivery goes with the last one. */
function deleteOldest(connection: Connection, id: number): void {
  const answered = deleteRows(connection, id);
  if (answered === undefined) return;
  connection.run(deleteEndedDelivery, answered.endpointId, answered.delivery, id);
}

/** Deletes any capture that is shown: its delivery goes with the last one that is. */
function deleteAny(connection: Connection, id: number): void {
  const answered = deleteRows(connection, id);
  if (answered === undefined) return;
  const { endpointId, delivery, firstId } = answered;
  const [newest] = connection.row(newestOf, endpointId, firstId) ?? [];
  if (newest === undefined) connection.run(deleteDelivery, endpointId, delivery);
  else connection.run(endDelivery, Number(newest), endpointId, delivery);
}

/** Deletes the rows of a capture. Gives the delivery that it was an attempt of, if any. */
function deleteRows(connection: Connection, id: number) {
  const answer = connection.row(answerOf, id);
  connection.run(deleteCapture, id);
  connection.run(deleteKept, id);
  connection.run(deleteFinding, id);
  connection.run(deleteListenerAnswer, id);
  if (answer === undefined) return undefined;
  connection.run(deleteAnswer, id);
  const [endpointId, delivery, firstId] = answer;
  return { endpointId: Number(endpointId), delivery: String(delivery), firstId: Number(firstId) };
}

/** Once the last one is removed, the watermark tells that the endpoint has captured something. */
const uncount = `update endpoint set capture_count = capture_count - ?1, capture_bytes = capture_bytes - ?2,
    cleared_through = case when cleared_through = 0 and capture_count = ?1
      then (select last_id from capture_log) else cleared_through end
  where id = ?3`;
