import type { PageQuery, Scope } from '../capture-log.ts';
import { CapturePacker } from './captured-rows.ts';
import type { Connection } from './connection.ts';
import { MergedIds } from './merged-ids.ts';
import type { Exchanges, PackedPage } from './messages.ts';

/** One page of a scope, read on one snapshot that ends with it. */
export function readPage(connection: Connection, scope: Scope, query: PageQuery): PackedPage {
  return connection.read(() => {
    const ids = new MergedIds(connection, scope, {
      after: query.after ?? 0,
      before: query.before ?? Number.MAX_SAFE_INTEGER,
      order: query.order,
    });
    const packer = new CapturePacker(connection, query.withBody);
    for (let count = 0; count < query.limit; count++) {
      const id = ids.peek();
      if (id === undefined || !packer.add(id, query.maxBytes)) break;
      ids.take();
    }
    return { ...packer.packed, more: ids.peek() !== undefined };
  });
}

const OWNED = `select 1 from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id = ? and endpoint.account_id = ? and captured.id > endpoint.cleared_through`;

/** One capture with its body: a page of one, or of none where the account has no such capture. */
export function readOne(connection: Connection, accountId: number, id: number): PackedPage {
  return connection.read(() => {
    const packer = new CapturePacker(connection, true);
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
    const packer = new CapturePacker(connection, true);
    const accountIds: number[] = [];
    for (const [id, accountId] of connection.rows(ABOVE, after)) {
      packer.add(Number(id), Number.MAX_SAFE_INTEGER);
      accountIds.push(Number(accountId));
    }
    return { ...packer.packed, accountIds };
  });
}
