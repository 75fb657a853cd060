import { type Connection, refuseEndedCaller } from '../../database/sqlite/connection.ts';
import type { CallerRow } from '../../database/transaction.ts';
import type { Expiry, Scope } from '../capture-log.ts';
import { addToTotal, type EndpointTotal } from '../endpoint-totals.ts';
import { hourMs, mostBytesAtOnce, mostRowsAtOnce, octets } from '../removal-step.ts';
import { MergedCaptures } from './merged-captures.ts';
import { removeHidden } from './purge.ts';
import { deleteAny, deleteOldest, uncount } from './row-removal.ts';

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
