import type { Connection } from '../../database/sqlite/connection.ts';
import type { CaptureFields, NewCapture } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import { totalsByEndpoint } from '../endpoint-totals.ts';
import { addCapture, type CaptureColumns, capturesIn, emptyColumns } from './capture-columns.ts';

/** A group of captures on its way to the writing thread; all bodies are in one transferred buffer. */
export interface PackedGroup {
  captures: CaptureColumns;
  bodies: ArrayBuffer;
}

/** Packs a group on the event loop. Bodies are copied, once: the live streams go on using the captures. */
export function packGroup(captures: readonly NewCapture[]): PackedGroup {
  let size = 0;
  for (const { bodySize } of captures) size += bodySize;
  const bodies = new ArrayBuffer(size);
  const bytes = new Uint8Array(bodies);
  const columns = emptyColumns();
  let offset = 0;
  for (const capture of captures) {
    for (const piece of capture.body) {
      bytes.set(piece, offset);
      offset += piece.byteLength;
    }
    addCapture(columns, capture);
  }
  return { captures: columns, bodies };
}

const count = `update endpoint set capture_count = capture_count + ?, capture_bytes = capture_bytes + ?
  where id = ? returning account_id`;
const takeIds = 'update capture_log set last_id = last_id + ? returning last_id';
const insert = 'insert into captured_request values (?, ?, ?, ?, ?, ?, ?, ?, ?)';

/**
 * Stores a group in one transaction, in the writing thread. The row of its endpoint decides whether a capture is
 * stored: counting the capture there shows whether the endpoint still exists and which account it belongs to.
 */
export function appendGroup(connection: Connection, group: PackedGroup): GroupAnswer {
  const captures = capturesIn(group.captures);
  return connection.write(() => {
    const accountOf = countInEndpoints(connection, captures);
    const accountIds = captures.map(({ endpointId }) => accountOf.get(endpointId) ?? 0);
    const stored = accountIds.reduce((sum, accountId) => sum + (accountId === 0 ? 0 : 1), 0);
    const through = Number(connection.row(takeIds, stored)?.[0]);
    insertCaptures(connection, captures, group.bodies, accountIds, through - stored);
    return { through, accountIds };
  });
}

/** Raises each endpoint's counters once; the accounts of those that exist, by endpoint. */
function countInEndpoints(
  connection: Connection,
  captures: readonly CaptureFields[],
): Map<number, number> {
  const accountOf = new Map<number, number>();
  for (const [endpointId, total] of totalsByEndpoint(captures)) {
    const account = connection.row(count, total.captures, total.bytes, endpointId);
    if (account !== undefined) accountOf.set(endpointId, Number(account[0]));
  }
  return accountOf;
}

function insertCaptures(
  connection: Connection,
  captures: readonly CaptureFields[],
  bodies: ArrayBuffer,
  accountIds: readonly number[],
  lastId: number,
): void {
  const statement = connection.statement(insert);
  let id = lastId;
  let offset = 0;
  for (const [index, capture] of captures.entries()) {
    if (accountIds[index] !== 0) {
      statement.run(
        ++id,
        capture.endpointId,
        capture.receivedAt,
        capture.method,
        capture.target,
        capture.headers,
        capture.droppedHeaders,
        capture.ipAddress,
        new Uint8Array(bodies, offset, capture.bodySize),
      );
    }
    offset += capture.bodySize;
  }
}
