import type { Connection } from '../../database/sqlite/connection.ts';
import type { IdsQuery, PageContent, PageQuery, Scope } from '../capture-log.ts';
import { anySize, CapturePacker, noBody, type PackedCaptures } from './capture-rows.ts';
import { MergedCaptures } from './merged-captures.ts';

export interface PackedPage extends PackedCaptures {
  /** By the ids of their captures; absent if nobody asked for them, or there are none. */
  kept?: ReadonlyMap<number, string>;
  more: boolean;
}

/** One page of a scope, read on one snapshot that ends with it. */
export function readPage(connection: Connection, scope: Scope, query: PageQuery): PackedPage {
  return connection.read(() => {
    const merged = new MergedCaptures(connection, scope, query);
    const largestBodyBytes = query.withBody ? (query.largestBodyBytes ?? anySize) : noBody;
    const packer = new CapturePacker(connection, largestBodyBytes);
    while (packer.count < query.limit) {
      const id = merged.peek();
      if (id === undefined || !packer.add(id, query.maxBytes)) break;
      merged.take();
    }
    return { ...packer.packed, more: merged.peek() !== undefined };
  });
}

const ownedInScope = `select 1 from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id = ?1 and endpoint.account_id = ?2 and captured.id > endpoint.cleared_through
    and (?3 is null or endpoint.id = ?3)`;

/** These captures of a scope, in their order. */
export function readByIds(
  connection: Connection,
  { accountId, endpointId }: Scope,
  ids: readonly number[],
  { maxBytes, withBody, largestBodyBytes = anySize, withKeptHeaders = false }: PageContent,
): PackedPage {
  return connection.read(() => {
    const packer = new CapturePacker(connection, withBody ? largestBodyBytes : noBody);
    let more = false;
    for (const id of ids) {
      if (connection.row(ownedInScope, id, accountId, endpointId ?? null) === undefined) continue;
      more = !packer.add(id, maxBytes);
      if (more) break;
    }
    const page: PackedPage = { ...packer.packed, more };
    if (withKeptHeaders) page.kept = keptHeaders(connection, page.ids);
    return page;
  });
}

const selectKept = 'select headers from capture_kept_headers where capture_id = ?';

function keptHeaders(connection: Connection, ids: readonly number[]): Map<number, string> {
  const kept = new Map<number, string>();
  for (const id of ids) {
    const row = connection.row(selectKept, id);
    if (row !== undefined) kept.set(id, String(row[0]));
  }
  return kept;
}

/** The ids of a page, from the index alone. */
export function readIds(
  connection: Connection,
  scope: Scope,
  query: IdsQuery,
): { ids: number[]; more: boolean } {
  return connection.read(() => {
    const merged = new MergedCaptures(connection, scope, query);
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

const oldest = `select captured.received_at from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.endpoint_id = ? and captured.id > endpoint.cleared_through
  order by captured.id limit 1`;

/** The time at which the oldest capture of each endpoint was received, of those that have one. */
export function oldestReceivedAt(
  connection: Connection,
  endpointIds: readonly number[],
): [endpointId: number, receivedAt: number][] {
  return connection.read(() =>
    endpointIds.flatMap((id) => {
      const row = connection.row(oldest, id);
      return row === undefined ? [] : [[id, Number(row[0])]];
    }),
  );
}

const above = `select captured.id, endpoint.account_id from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id > ? and captured.id > endpoint.cleared_through order by captured.id`;

/** Every capture above an id with its account, of all accounts: for the announcements, never for an answer. */
export function capturesAbove(
  connection: Connection,
  after: number,
): PackedCaptures & { accountIds: number[] } {
  return connection.read(() => {
    const packer = new CapturePacker(connection, anySize);
    const accountIds: number[] = [];
    for (const [id, accountId] of connection.rows(above, after)) {
      packer.add(Number(id), Number.MAX_SAFE_INTEGER);
      accountIds.push(Number(accountId));
    }
    return { ...packer.packed, accountIds };
  });
}
