import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import { type EndpointUsage, mostHiddenCounted, usageOf } from '../endpoint-usage.ts';

/**
 * One seek an endpoint. Counters and hidden captures are of one snapshot, or their difference would be wrong. The
 * endpoints that have hidden ones share the number that is counted.
 */
const counters: Statement = {
  name: 'usage',
  text: `with own as materialized (
      select id, capture_count, capture_bytes, cleared_through, counted_after from endpoint
      where account_id = $1
    ), share as materialized (
      select ${mostHiddenCounted} / greatest(count(*), 1) as most from own where counted_after is not null
    )
    select own.id as endpoint_id, own.capture_count, own.capture_bytes,
      hidden.captures as hidden, newest.id as newest_id, newest.received_at
    from share cross join own
    cross join lateral (
      select count(*) as captures from (
        select from captured_request
        where endpoint_id = own.id and id > own.counted_after and id <= own.cleared_through
        limit share.most
      ) as counted
    ) as hidden
    left join lateral (
      select id, received_at from captured_request
      where endpoint_id = own.id and id > own.cleared_through order by id desc limit 1
    ) as newest on true`,
};

interface CountersRow {
  endpoint_id: number;
  capture_count: number;
  capture_bytes: number;
  hidden: number;
  newest_id: number | null;
  received_at: number | null;
}

/** The usage of each endpoint of the account. */
export async function usage(pool: ConnectionPool, accountId: number): Promise<EndpointUsage[]> {
  const rows = await pool.query<CountersRow>(counters, [accountId]);
  return rows.map((row) =>
    usageOf({
      endpointId: row.endpoint_id,
      captures: row.capture_count,
      bytes: row.capture_bytes,
      hidden: row.hidden,
      newest:
        row.newest_id === null || row.received_at === null
          ? undefined
          : { id: row.newest_id, receivedAt: row.received_at },
    }),
  );
}
