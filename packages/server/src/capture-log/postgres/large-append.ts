import { randomInt } from 'node:crypto';
import { StoreUnavailable, TransactionConflict } from '../../database/errors.ts';
import { advisoryLocks } from '../../database/postgres/advisory-locks.ts';
import type { ConnectionPool, PooledConnection } from '../../database/postgres/pool.ts';
import type { NewCapture } from '../capture-log.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import { type AppendRow, groupAnswer, totalsByEndpoint } from './append-group.ts';
import { COPIED_COLUMNS, copiedRows } from './copy-rows.ts';

/** While the database is away, those that come within so many milliseconds of a failure are told at once. */
const outageLasts = 500;

const COPY = `begin; copy captured_request (${COPIED_COLUMNS}) from stdin (format binary)`;

/** A commit of next to nothing. It returns once all of the write-ahead log before it is on the disk, others' too. */
const FLUSH = {
  name: 'flush',
  text: `select pg_logical_emit_message(true, 'hookwell', '')::text`,
};

/**
 * Stores large captures so that small ones need not wait for them. One statement, as for small ones, would hold
 * the turn (see `append-group.ts`) for as long as the bodies take. So, in one transaction:
 *
 * 1. The rows are copied under placeholders for their ids, and what was written of them is flushed. That is
 *    nearly all of the work, and nobody waits for it. Placeholders are negative: even if one were ever seen, it
 *    would be below everything that is read.
 * 2. All else is sent together, so that no node holds a lock while the server waits to hear from it: the
 *    endpoints' counters, the turn, the ids, and the commit. An update that changes an id leaves the body where it
 *    is (TOAST), so that costs no more than a group of small ones.
 *
 * What is committed elsewhere meanwhile has lower ids, and whoever takes its turn later has higher ones.
 */
export class LargeAppend {
  readonly #pool: ConnectionPool;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** Takes two connections of the pool at a time. */
  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    // What waited for those that could not be stored does not wait as long once more.
    if (performance.now() - this.#failedAt < outageLasts) {
      throw new StoreUnavailable('PostgreSQL cannot be reached');
    }
    try {
      return await this.#commit(captures);
    } catch (error) {
      // The server has rolled it back, for sure.
      if (error instanceof TransactionConflict) return await this.#commit(captures);
      throw error;
    }
  }

  async #commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const connection = await this.#connect();
    try {
      const placeholders = captures.map(() => -randomInt(1, 2 ** 48 - 1));
      await connection.copyIn(COPY, copiedRows(captures, placeholders));
      await this.#pool.query(FLUSH);
      const [result] = await connection.script(finish(captures, placeholders));
      const row: AppendRow | undefined = result?.rows[0];
      if (row === undefined) throw new Error('The update of captures gave no row');
      return groupAnswer(captures, row);
    } catch (error) {
      await connection.rollBack();
      if (connection.isBroken) this.#failedAt = performance.now();
      throw error;
    } finally {
      connection.release();
    }
  }

  async #connect(): Promise<PooledConnection> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      this.#failedAt = performance.now();
      throw error;
    }
  }
}

/**
 * Step 2. `counted`, `turn` and the order of the ids are those of `append-group.ts`. The ids stand in the text, since
 * statements that are sent together have no parameters; the condition on all placeholders has the rows found
 * by their key, whatever the planner expects. The delete is for rows of endpoints that are gone.
 */
function finish(captures: readonly NewCapture[], placeholders: readonly number[]): string {
  const totals = [...totalsByEndpoint(captures)].sort(([a], [b]) => a - b);
  const all = array(placeholders);
  const endpoints = array(totals.map(([id]) => id));
  return `
with totals as materialized (
  select * from unnest(${endpoints}, ${array(totals.map(([, total]) => total.captures))},
    ${array(totals.map(([, total]) => total.bytes))}) as t (endpoint_id, captures, bytes)
), locked as materialized (
  select id from endpoint where id = any (${endpoints}) order by id for no key update
), counted as (
  update endpoint
  set capture_count = capture_count + totals.captures, capture_bytes = capture_bytes + totals.bytes
  from locked join totals on totals.endpoint_id = locked.id
  where endpoint.id = locked.id
  returning endpoint.id, endpoint.account_id
), turn as materialized (
  select pg_advisory_xact_lock(${advisoryLocks.append}) from (select count(*) from counted) as all_counted
), numbered as materialized (
  select placeholder, nextval('captured_request_id') as id from (
    select placeholder
    from unnest(${all}, ${array(captures.map(({ endpointId }) => endpointId))})
      with ordinality as c (placeholder, endpoint_id, place)
    join counted on counted.id = c.endpoint_id
    cross join turn
    order by c.place
  ) as placed
), stored as (
  update captured_request set id = numbered.id from numbered
  where captured_request.id = numbered.placeholder and captured_request.id = any (${all})
  returning captured_request.id
)
select (select max(id) from stored) as through,
  (select json_agg(json_build_array(id, account_id)) from counted) as accounts;
delete from captured_request where id = any (${all});
commit`;
}

function array(integers: readonly number[]): string {
  return `'{${integers.join()}}'::bigint[]`;
}
