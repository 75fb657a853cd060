import type { Connection } from '../../database/sqlite/connection.ts';
import { type EndpointUsage, mostHiddenCounted, usageOf } from '../endpoint-usage.ts';

// One seek an endpoint. The hidden captures are counted in the index alone.
const counters = `
  with own as materialized (
    select id, capture_count, capture_bytes, cleared_through, counted_after from endpoint
    where account_id = ?1
  ), hidden as materialized (
    select endpoint_id, count(*) as captures from (
      select captured.endpoint_id from own cross join captured_request captured
      where own.counted_after is not null and captured.endpoint_id = own.id
        and captured.id > own.counted_after and captured.id <= own.cleared_through
      limit ${mostHiddenCounted}
    ) group by endpoint_id
  )
  select own.id, own.capture_count, own.capture_bytes, coalesce(hidden.captures, 0),
    newest.id, newest.received_at
  from own
  left join hidden on hidden.endpoint_id = own.id
  left join captured_request newest on newest.id = (
    select captured.id from captured_request captured
    where captured.endpoint_id = own.id and captured.id > own.cleared_through
    order by captured.id desc limit 1
  )`;

/** The usage of each endpoint of the account. */
export function usage(connection: Connection, accountId: number): EndpointUsage[] {
  return connection.read(() =>
    connection.rows(counters, accountId).map((row) => {
      const [endpointId = 0, captures = 0, bytes = 0, hidden = 0] = row.map(Number);
      const [id, receivedAt] = row.slice(4);
      const newest = id === null ? undefined : { id: Number(id), receivedAt: Number(receivedAt) };
      return usageOf({ endpointId, captures, bytes, hidden, newest });
    }),
  );
}
