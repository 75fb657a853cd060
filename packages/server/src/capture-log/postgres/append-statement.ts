import { advisoryLocks } from '../../database/postgres/other-nodes.ts';
import { besideGroup } from '../beside-captures.ts';
import type { NewCapture } from '../captures.ts';
import { groupTotals, settingsVersionsOf } from '../endpoint-totals.ts';
import type { GroupAnswer } from '../group-commit.ts';

/**
 * The totals of a group's endpoints, in the order of their ids: an array of their ids, of the versions of their settings, of
 * the numbers of their captures, and of their bytes.
 */
export function totalsColumns(captures: readonly NewCapture[]): number[][] {
  const totals = groupTotals(captures, settingsVersionsOf(captures), besideGroup(captures));
  totals.sort((a, b) => a.endpointId - b.endpointId);
  const names = ['endpointId', 'settingsVersion', 'captures', 'bytes'] as const;
  return names.map((name) => totals.map((total) => total[name]));
}

/**
 * The first half of every statement that stores captures.
 * @param totals the columns of `totalsColumns` as SQL expressions of `bigint[]`
 *
 * 1. `counted` raises each endpoint's counters. It has a row for each endpoint that still exists with the settings of
 *    its captures: a lock gives the newest row, whatever the snapshot of the statement is. The row stays locked until
 *    the commit: others delete, clear, merge it or change its settings before or after that.
 *    Rows are locked in the order of their ids, so that no two groups wait for each other.
 * 2. `turn` waits until every group that has taken ids is committed. PostgreSQL frees an advisory lock of a
 *    transaction once that is visible to all: a reader that sees an id can see every lower one there will ever be.
 *
 * A statement that joins `turn` in a subquery with an order takes its ids after the turn has come: such
 * subqueries are not flattened, so `nextval` runs after them.
 */
export function countedInTurn(totals: readonly string[]): string {
  const [endpointIds] = totals;
  return `
with totals as materialized (
  select * from unnest(${totals.join()})
    as t (endpoint_id, settings_version, captures, bytes)
), locked as materialized (
  select id, settings_version from endpoint where id = any (${endpointIds}) order by id for no key update
), counted as (
  update endpoint
  set capture_count = capture_count + totals.captures, capture_bytes = capture_bytes + totals.bytes
  from locked join totals
    on totals.endpoint_id = locked.id and totals.settings_version = locked.settings_version
  where endpoint.id = locked.id
  returning endpoint.id, endpoint.account_id, endpoint.settings_version, endpoint.cleared_through
), turn as materialized (
  select pg_advisory_xact_lock(${advisoryLocks.append}) from (select count(*) from counted) as all_counted
)`;
}

/**
 * The part of a statement that stores the kept X- headers of captures, whose ids are in `numbered` by their places.
 * @param columns SQL expressions: places (from 1), a `bigint[]`, and headers, a `bytea[]`
 */
export function keptHeaders(columns: readonly string[]): string {
  return `, kept as (
  insert into capture_kept_headers (capture_id, headers)
  select numbered.id, convert_from(k.headers, 'UTF8') from unnest(${columns.join()}) as k (place, headers)
  join numbered on numbered.place = k.place
)`;
}

/**
 * The part of a statement that stores what was found about captures by contracts.
 * @param columns SQL expressions: places as above, verdicts and findings, each a `bytea[]`
 */
export function contractFindings(columns: readonly string[]): string {
  return `, compared as (
  insert into capture_contract (capture_id, verdict, finding)
  select numbered.id, convert_from(f.verdict, 'UTF8'), convert_from(f.finding, 'UTF8')
  from unnest(${columns.join()}) as f (place, verdict, finding)
  join numbered on numbered.place = f.place
)`;
}

/** The end of the same statements, in which `stored` has the ids of the rows: one `AppendRow`. */
export const selectOutcome = `
select (select max(id) from stored) as through,
  (select json_agg(json_build_array(id, account_id, settings_version)) from counted) as accounts`;

export interface AppendRow {
  /** The highest id of the group; null if nothing was stored. */
  through: number | null;
  /** `[[endpoint id, account id, version of the settings], …]` in JSON, of the endpoints that took captures. */
  accounts: string | null;
  /** `[[index, attempt], …]` in JSON, from the statement that counts attempts. */
  attempts?: string | null;
}

type Account = [endpointId: number, accountId: number, settingsVersion: number];

export function groupAnswer(
  captures: readonly NewCapture[],
  row: AppendRow | undefined,
): GroupAnswer {
  if (row === undefined) throw new Error('The statement that stores captures gave no row');
  const accounts: Account[] = JSON.parse(row.accounts ?? '[]');
  const accountOf = new Map(accounts.map((account) => [account[0], account]));
  const answer: GroupAnswer = {
    through: row.through ?? 0,
    accountIds: captures.map(({ endpointId, settingsVersion }) => {
      const [, accountId, version] = accountOf.get(endpointId) ?? [];
      return accountId !== undefined && version === settingsVersion ? accountId : 0;
    }),
  };
  if (row.attempts === undefined || row.attempts === null) return answer;
  const pairs: [index: number, attempt: number][] = JSON.parse(row.attempts);
  const attemptOf = new Map(pairs);
  return { ...answer, attempts: captures.map((_, index) => attemptOf.get(index) ?? 0) };
}
