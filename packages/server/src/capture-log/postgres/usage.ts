import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import {
  type CountedEndpoint,
  type EndpointUsage,
  mostHiddenCounted,
  usageOf,
} from '../endpoint-usage.ts';

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
    select own.id as "endpointId", own.capture_count as captures, own.capture_bytes as bytes,
      hidden.captures as hidden, newest.id, newest.received_at as "receivedAt"
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

interface CountersRow extends Omit<CountedEndpoint, 'newest'> {
  /** Of the newest capture; both are null if there is none. */
  id: number | null;
  receivedAt: number | null;
}

/** The usage of each endpoint of the account. */
export async function usage(pool: ConnectionPool, accountId: number): Promise<EndpointUsage[]> {
  const rows = await pool.query<CountersRow>(counters, [accountId]);
  return rows.map(({ id, receivedAt, ...counted }) => {
    const newest = id === null || receivedAt === null ? undefined : { id, receivedAt };
    return usageOf({ ...counted, newest });
  });
}
