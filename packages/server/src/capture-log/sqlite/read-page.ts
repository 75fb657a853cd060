import type { Connection } from '../../database/sqlite/connection.ts';
import type { Exchanges, PackedPage } from '../../store/sqlite/messages.ts';
import type { IdsQuery, PageQuery, Scope } from '../capture-log.ts';
import { CapturePacker } from './capture-rows.ts';
import { MergedIds } from './merged-captures.ts';

/** Bounds for the bodies that are read. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;
const NO_BODY = -1;

/** One page of a scope, read on one snapshot that ends with it. */
export function readPage(connection: Connection, scope: Scope, query: PageQuery): PackedPage {
  return connection.read(() => {
    const ids = mergedIds(connection, scope, query);
    const largestBody = query.withBody ? (query.largestBody ?? ANY_SIZE) : NO_BODY;
    const packer = new CapturePacker(connection, largestBody);
    for (let count = 0; count < query.limit; count++) {
      const id = ids.peek();
      if (id === undefined || !packer.add(id, query.maxBytes)) break;
      ids.take();
    }
    return { ...packer.packed, more: ids.peek() !== undefined };
  });
}

/** The ids of a page, from the index alone. */
export function readIds(
  connection: Connection,
  scope: Scope,
  query: IdsQuery,
): Exchanges['readIds']['answer'] {
  return connection.read(() => {
    const merged = mergedIds(connection, scope, query);
    const ids: number[] = [];
    while (ids.length < query.limit) {
      const id = merged.peek();
      if (id === undefined) break;
      ids.push(id);
      merged.take();
    }
    return { ids, more: merged.peek() !== undefined };
  });
}

function mergedIds(connection: Connection, scope: Scope, query: IdsQuery): MergedIds {
  return new MergedIds(connection, scope, {
    after: query.after ?? 0,
    before: query.before ?? Number.MAX_SAFE_INTEGER,
    order: query.order,
  });
}

const OLDEST = `select captured.received_at from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.endpoint_id = ? and captured.id > endpoint.cleared_through
  order by captured.id limit 1`;

/** When the oldest capture of each endpoint was received, where it has one. */
export function oldestReceivedAt(
  connection: Connection,
  endpointIds: Exchanges['oldestReceivedAt']['ask'],
): Exchanges['oldestReceivedAt']['answer'] {
  return connection.read(() =>
    endpointIds.flatMap((id) => {
      const row = connection.row(OLDEST, id);
      return row === undefined ? [] : [[id, Number(row[0])]];
    }),
  );
}

const OWNED = `select 1 from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id = ? and endpoint.account_id = ? and captured.id > endpoint.cleared_through`;

/** One capture: a page of one, or of none where the account has no such capture. */
export function readOne(
  connection: Connection,
  { accountId, id, largestBody }: Exchanges['readOne']['ask'],
): PackedPage {
  return connection.read(() => {
    const packer = new CapturePacker(connection, largestBody);
    if (connection.row(OWNED, id, accountId) !== undefined) packer.add(id, 0);
    return { ...packer.packed, more: false };
  });
}

const ABOVE = `select captured.id, endpoint.account_id from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id > ? and captured.id > endpoint.cleared_through order by captured.id`;

/** Every capture above an id with its account, whoever's it is: for the announcements, never for an answer. */
export function capturesAbove(
  connection: Connection,
  after: number,
): Exchanges['capturesAbove']['answer'] {
  return connection.read(() => {
    const packer = new CapturePacker(connection, ANY_SIZE);
    const accountIds: number[] = [];
    for (const [id, accountId] of connection.rows(ABOVE, after)) {
      packer.add(Number(id), Number.MAX_SAFE_INTEGER);
      accountIds.push(Number(accountId));
    }
    return { ...packer.packed, accountIds };
  });
}
