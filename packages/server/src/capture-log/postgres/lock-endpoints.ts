import type { PooledConnection } from '../../database/postgres/pool.ts';
import type { Scope } from '../capture-log.ts';

/** The counters of a scope's endpoints, which stay as they are until the transaction ends. */
export interface HeldTotals {
  captures: number;
  bytes: number;
  /** The endpoints of which hidden captures may still be counted. */
  partlyCleared: PartialClear[];
}

/** An endpoint whose captures above `countedAfter` and up to `clearedThrough` are hidden but counted. */
export interface PartialClear {
  endpointId: number;
  countedAfter: number;
  clearedThrough: number;
}

interface LockedEndpointRow extends Omit<PartialClear, 'countedAfter'> {
  captures: number;
  bytes: number;
  countedAfter: number | null;
}

/** Locks the scope's endpoints, in the order of their ids, until the transaction ends. Returns their totals. */
export async function lockEndpoints(
  connection: PooledConnection,
  scope: Scope,
): Promise<HeldTotals> {
  const { rows } = await connection.query<LockedEndpointRow>(
    {
      name: 'lock endpoints',
      text: `select id as "endpointId", capture_count as captures, capture_bytes as bytes,
          counted_after as "countedAfter", cleared_through as "clearedThrough" from endpoint
        where account_id = $1 and ($2::bigint is null or id = $2) order by id for no key update`,
    },
    [scope.accountId, scope.endpointId ?? null],
  );
  return {
    captures: rows.reduce((sum, { captures }) => sum + captures, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    partlyCleared: rows.flatMap(({ endpointId, countedAfter, clearedThrough }) =>
      countedAfter === null ? [] : [{ endpointId, countedAfter, clearedThrough }],
    ),
  };
}
