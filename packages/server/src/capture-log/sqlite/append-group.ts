import type { Connection } from '../../database/sqlite/connection.ts';
import type { GroupAsk } from '../../store/sqlite/messages.ts';
import type { NewCapture } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';

/** endpointId, receivedAt, method, target, headers, droppedHeaders, ipAddress, bodySize: in this order. */
const GROUP_FIELDS = 8;

/** On the event loop: a group as one message. Bodies are copied, once: the captures live on in streams. */
export function packGroup(captures: readonly NewCapture[]): GroupAsk {
  let size = 0;
  for (const { bodySize } of captures) size += bodySize;
  const bodies = new ArrayBuffer(size);
  const bytes = new Uint8Array(bodies);
  const fields: (number | string)[] = [];
  let offset = 0;
  for (const capture of captures) {
    for (const piece of capture.body) {
      bytes.set(piece, offset);
      offset += piece.byteLength;
    }
    fields.push(
      capture.endpointId,
      capture.receivedAt,
      capture.method,
      capture.target,
      capture.headers,
      capture.droppedHeaders,
      capture.ipAddress,
      capture.bodySize,
    );
  }
  return { fields, bodies };
}

const COUNT = `update endpoint set capture_count = capture_count + ?, capture_bytes = capture_bytes + ?
  where id = ? returning account_id`;
const TAKE_IDS = 'update capture_log set last_id = last_id + ? returning last_id';
const INSERT = 'insert into captured_request values (?, ?, ?, ?, ?, ?, ?, ?, ?)';

/**
 * In the writing thread: stores a group in one transaction. Whether a capture is stored is decided here,
 * by its endpoint's row: counting it there finds out whether the endpoint still exists and whose it is.
 */
export function appendGroup(connection: Connection, group: GroupAsk): GroupAnswer {
  return connection.write(() => {
    const accountOf = countInEndpoints(connection, group.fields);
    const captures = group.fields.length / GROUP_FIELDS;
    const accountIds = new Array<number>(captures);
    let stored = 0;
    for (let index = 0; index < captures; index++) {
      const accountId = accountOf.get(Number(group.fields[index * GROUP_FIELDS])) ?? 0;
      accountIds[index] = accountId;
      if (accountId !== 0) stored++;
    }
    const through = Number(connection.row(TAKE_IDS, stored)?.[0]);
    insertCaptures(connection, group, accountIds, through - stored);
    return { through, accountIds };
  });
}

/** Raises each endpoint's counters once; the accounts of those that exist, by endpoint. */
function countInEndpoints(connection: Connection, fields: GroupAsk['fields']): Map<number, number> {
  const totals = new Map<number, { count: number; bytes: number }>();
  for (let at = 0; at < fields.length; at += GROUP_FIELDS) {
    const endpointId = Number(fields[at]);
    const bytes =
      Buffer.byteLength(String(fields[at + 3])) +
      Buffer.byteLength(String(fields[at + 4])) +
      Number(fields[at + 7]);
    const total = totals.get(endpointId);
    if (total === undefined) {
      totals.set(endpointId, { count: 1, bytes });
    } else {
      total.count++;
      total.bytes += bytes;
    }
  }
  const accountOf = new Map<number, number>();
  for (const [endpointId, { count, bytes }] of totals) {
    const account = connection.row(COUNT, count, bytes, endpointId);
    if (account !== undefined) accountOf.set(endpointId, Number(account[0]));
  }
  return accountOf;
}

function insertCaptures(
  connection: Connection,
  { fields, bodies }: GroupAsk,
  accountIds: number[],
  lastId: number,
): void {
  const insert = connection.statement(INSERT);
  let id = lastId;
  let offset = 0;
  for (let index = 0; index < accountIds.length; index++) {
    const at = index * GROUP_FIELDS;
    const bodySize = Number(fields[at + 7]);
    if (accountIds[index] !== 0) {
      insert.run(
        ++id,
        fields[at] ?? null,
        fields[at + 1] ?? null,
        fields[at + 2] ?? null,
        fields[at + 3] ?? null,
        fields[at + 4] ?? null,
        fields[at + 5] ?? null,
        fields[at + 6] ?? null,
        new Uint8Array(bodies, offset, bodySize),
      );
    }
    offset += bodySize;
  }
}
