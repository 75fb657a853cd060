import { advisoryLocks } from '../../database/postgres/advisory-locks.ts';
import type { CaptureFields } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import { totalsByEndpoint } from '../endpoint-totals.ts';

/** The totals of a group's endpoints, in the order of their ids: an array of each value, as the statement takes them. */
export interface TotalsColumns<Column> {
  endpointIds: Column;
  captures: Column;
  bytes: Column;
}

export function totalsColumns(captures: readonly CaptureFields[]): TotalsColumns<number[]> {
  const totals = [...totalsByEndpoint(captures)].sort(([a], [b]) => a - b);
  return {
    endpointIds: totals.map(([id]) => id),
    captures: totals.map(([, total]) => total.captures),
    bytes: totals.map(([, total]) => total.bytes),
  };
}

/**
 * The first half of every statement that stores captures. The columns are SQL expressions of `bigint[]`.
 *
 * 1. `counted` raises each endpoint's counters. It has a row for each endpoint that still exists, with its account.
 *    The endpoint's row stays locked until the commit: others delete, clear or merge it before or after that.
 *    Rows are locked in the order of their ids, so that no two groups wait for each other.
 * 2. `turn` waits until every group that has taken ids is committed. PostgreSQL frees an advisory lock of a
 *    transaction once that is visible to all: a reader that sees an id can see every lower one there will ever be.
 *
 * A statement that joins `turn` in a subquery with an order takes its ids after the turn has come: such
 * subqueries are not flattened, so `nextval` runs after them.
 */
export function countedInTurn({ endpointIds, captures, bytes }: TotalsColumns<string>): string {
  return `
with totals as materialized (
  select * from unnest(${endpointIds}, ${captures}, ${bytes}) as t (endpoint_id, captures, bytes)
), locked as materialized (
  select id from endpoint where id = any (${endpointIds}) order by id for no key update
), counted as (
  update endpoint
  set capture_count = capture_count + totals.captures, capture_bytes = capture_bytes + totals.bytes
  from locked join totals on totals.endpoint_id = locked.id
  where endpoint.id = locked.id
  returning endpoint.id, endpoint.account_id
), turn as materialized (
  select pg_advisory_xact_lock(${advisoryLocks.append}) from (select count(*) from counted) as all_counted
)`;
}

/** The end of the same statements, in which `stored` has the ids of the rows: one `AppendRow`. */
export const selectOutcome = `
select (select max(id) from stored) as through,
  (select json_agg(json_build_array(id, account_id)) from counted) as accounts`;

export interface AppendRow {
  /** The highest id of the group; null if nothing was stored. */
  through: number | null;
  /** `[[endpoint id, account id], …]` in JSON, of the endpoints that exist. */
  accounts: string | null;
}

export function groupAnswer(
  captures: readonly CaptureFields[],
  row: AppendRow | undefined,
): GroupAnswer {
  if (row === undefined) throw new Error('The statement that stores captures gave no row');
  const pairs: [endpointId: number, accountId: number][] = JSON.parse(row.accounts ?? '[]');
  const accountOf = new Map(pairs);
  return {
    through: row.through ?? 0,
    accountIds: captures.map(({ endpointId }) => accountOf.get(endpointId) ?? 0),
  };
}
