import type { Connection } from '../../database/sqlite/connection.ts';
import type { Expiry, Scope } from '../capture-log.ts';
import { addToTotal, type EndpointTotal } from '../endpoint-totals.ts';
import { MergedCaptures } from './merged-captures.ts';

// The bounds of one transaction: appends wait while it runs. The bytes bound it if bodies are large,
// since the pages of a body are visited one by one to be freed.
const mostRowsAtOnce = 500;
const mostBytesAtOnce = 16 * 1024 * 1024;

const deleteCapture = 'delete from captured_request where id = ?';
const octets = 'octet_length(body) + octet_length(headers) + octet_length(target)';
const uncount = `update endpoint set capture_count = capture_count - ?, capture_bytes = capture_bytes - ?
  where id = ?`;

/** Removes one capture, if the account has it; else false. */
export function removeOne(connection: Connection, accountId: number, id: number): boolean {
  const owned = `select endpoint.id, ${octets} from captured_request captured
    join endpoint on endpoint.id = captured.endpoint_id
    where captured.id = ? and endpoint.account_id = ? and captured.id > endpoint.cleared_through`;
  return connection.write(() => {
    const row = connection.row(owned, id, accountId);
    if (row === undefined) return false;
    const [endpointId, size] = row;
    connection.run(deleteCapture, id);
    connection.run(uncount, 1, Number(size), Number(endpointId));
    return true;
  });
}

/** Hides every capture of the scope and notes them for `purge`: as quick with a million as with one. */
export function clear(connection: Connection, scope: Scope): void {
  connection.write(() => {
    const [lastId] = connection.row('select last_id from capture_log') ?? [];
    const through = Number(lastId);
    const cleared = connection.rows(
      `update endpoint set cleared_through = ?1, capture_count = 0, capture_bytes = 0
       where account_id = ?2 and (?3 is null or id = ?3) and capture_count > 0 returning id`,
      through,
      scope.accountId,
      scope.endpointId ?? null,
    );
    for (const [endpointId] of cleared) {
      connection.run(
        'insert into purge (endpoint_id, through_id) values (?, ?)',
        Number(endpointId),
        through,
      );
    }
  });
}

const held = `select total(capture_count), total(capture_bytes) from endpoint
  where account_id = ?1 and (?2 is null or id = ?2)`;

/** One step of the retention: from the oldest on, until a bound of `expiry` or this step's own is met. */
export function removeOldest(
  connection: Connection,
  scope: Scope,
  expiry: Expiry,
): { removed: number; bytes: number } {
  const row = `select endpoint_id, received_at, ${octets} from captured_request where id = ?`;
  return connection.write(() => {
    const [heldCount = 0, heldBytes = 0] = (
      connection.row(held, scope.accountId, scope.endpointId ?? null) ?? []
    ).map(Number);
    const mostRows = Math.min(heldCount - (expiry.keepCount ?? 0), mostRowsAtOnce);
    const mostBytes = Math.min(heldBytes - (expiry.keepBytes ?? 0), mostBytesAtOnce);
    const merged = new MergedCaptures(connection, scope, { order: 'oldestFirst' });
    const totals = new Map<number, EndpointTotal>();
    let removed = 0;
    let bytes = 0;
    while (removed < mostRows && bytes < mostBytes) {
      const id = merged.peek();
      if (id === undefined) break;
      const [endpointId, receivedAt, size] = (connection.row(row, id) ?? []).map(Number);
      if (endpointId === undefined || receivedAt === undefined || size === undefined) break;
      if (expiry.olderThan !== undefined && receivedAt >= expiry.olderThan) break;
      merged.take();
      connection.run(deleteCapture, id);
      removed++;
      bytes += size;
      addToTotal(totals, endpointId, size);
    }
    for (const [endpointId, total] of totals) {
      connection.run(uncount, total.captures, total.bytes, endpointId);
    }
    return { removed, bytes };
  });
}

/** Removes some of the captures that nothing shows any more. `done` once nothing is noted for removal. */
export function purge(connection: Connection): { removed: number; done: boolean } {
  const some = `select id from captured_request where endpoint_id = ? and id <= ? order by id limit ?`;
  return connection.write(() => {
    let removed = 0;
    let bytes = 0;
    for (let notes = 0; notes < mostRowsAtOnce; notes++) {
      const note = connection.row(
        'select id, endpoint_id, through_id from purge order by id limit 1',
      );
      if (note === undefined) return { removed, done: true };
      const [noteId = 0, endpointId = 0, throughId = 0] = note.map(Number);
      const limit = mostRowsAtOnce - removed;
      const ids = connection.rows(some, endpointId, throughId, limit);
      for (const [id] of ids) {
        const [size] =
          connection.row(`select ${octets} from captured_request where id = ?`, Number(id)) ?? [];
        connection.run(deleteCapture, Number(id));
        removed++;
        bytes += Number(size);
        if (bytes >= mostBytesAtOnce) return { removed, done: false };
      }
      if (ids.length === limit) return { removed, done: false };
      connection.run('delete from purge where id = ?', noteId);
    }
    return { removed, done: false };
  });
}
