import {
  type ConnectionPool,
  refuseEndedCallerOn,
  type Statement,
} from '../../database/postgres/pool.ts';
import type { Scope } from '../capture-log.ts';
import { lockEndpoints } from './lock-endpoints.ts';

/**
 * Hides the captures of the scope up to the id, by default all, and notes them for `purge`: as quick with a million
 * as with one.
 */
export async function clear(
  pool: ConnectionPool,
  scope: Scope,
  through = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await pool.transaction(async (connection) => {
    await lockEndpoints(connection, scope);
    // No capture can be stored for these endpoints now: all that they have are up to the last id that was taken.
    await connection.query(hideAndNote, [scope.accountId, scope.endpointId ?? null, through]);
    await refuseEndedCallerOn(connection);
  });
}

/**
 * Two seeks an endpoint: whether it shows anything up to the id, and whether it keeps anything above. If it does, the
 * hidden captures stay counted until the purge removes them: nobody knows their number without a look at each.
 */
const hideAndNote: Statement = {
  name: 'clear',
  text: `with bound as materialized (
      select least($3, last_value) as through from captured_request_id
    ), clearing as materialized (
      select endpoint.id, bound.through, newest.id > bound.through as keeps_some
      from bound cross join endpoint
      cross join lateral (
        select id from captured_request
        where endpoint_id = endpoint.id and id > endpoint.cleared_through order by id limit 1
      ) as oldest
      cross join lateral (
        select id from captured_request
        where endpoint_id = endpoint.id and id > endpoint.cleared_through order by id desc limit 1
      ) as newest
      where account_id = $1 and ($2::bigint is null or endpoint.id = $2) and capture_count > 0
        and oldest.id <= bound.through
    ), cleared as (
      update endpoint
      set cleared_through = clearing.through,
        counted_after = case when keeps_some then coalesce(counted_after, cleared_through) end,
        capture_count = case when keeps_some then capture_count else 0 end,
        capture_bytes = case when keeps_some then capture_bytes else 0 end
      from clearing where endpoint.id = clearing.id
        and endpoint.id = any (array(select id from clearing))
      returning endpoint.id, cleared_through
    )
    insert into purge (endpoint_id, through_id) select id, cleared_through from cleared`,
};
