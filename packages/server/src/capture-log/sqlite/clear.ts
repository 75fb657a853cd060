import { type Connection, refuseEndedCaller } from '../../database/sqlite/connection.ts';
import type { CallerRow } from '../../database/transaction.ts';
import type { Scope } from '../capture-log.ts';

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
