import { randomInt } from 'node:crypto';
import { StoreUnavailable } from '../../database/errors.ts';
import type { ConnectionPool, PooledConnection } from '../../database/postgres/pool.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { type AnswerPlanRow, answeringRows, answeringTexts } from '../answering.ts';
import { besideGroup } from '../beside-captures.ts';
import type { NewCapture } from '../captures.ts';
import type { GroupAnswer } from '../commit-lane.ts';
import {
  contractFindings,
  countedInTurn,
  groupAnswer,
  keptHeaders,
  selectOutcome,
  totalsColumns,
} from './append-statement.ts';
import { copiedColumns, copyRows } from './copy-rows.ts';
import { countedAttempts, selectAttempts } from './count-attempts.ts';
import { insertedWaits, type WaitRow, waitRows } from './insert-waits.ts';

/** Captures that come so soon after a failed connection are refused at once. */
const outageMs = 500;

const beginCopy = `begin; copy captured_request (${copiedColumns}) from stdin (format binary)`;

/** A commit of next to nothing. It returns once the whole write-ahead log before it is on the disk. */
const flush = {
  name: 'flush',
  text: `select pg_logical_emit_message(true, 'hookwell', '')::text`,
};

/**
 * Stores large captures so that small ones need not wait for them. One statement, as for small ones, would hold
 * the turn (see `countedInTurn`) for as long as the bodies take. So, in one transaction:
 *
 * 1. The rows are copied under placeholders for their ids, and the log of that is flushed. This is nearly all of
 *    the work, and no other group waits for it. Placeholders are negative: even if one were ever seen, it would be
 *    below everything that is read.
 * 2. All else is sent together, so that no node holds a lock while the server waits to hear from it: the
 *    endpoints' counters, the turn, the ids, and the commit. An update that changes an id leaves the body in its
 *    place (TOAST), so that costs no more than a group of small ones.
 *
 * Groups that are committed elsewhere before this turn have lower ids, and groups with a later turn have higher ones.
 */
export class LargeAppend {
  readonly #pool: ConnectionPool;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** Takes two connections of the pool at a time. */
  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    // Captures that waited behind a failure do not wait as long once more.
    if (performance.now() - this.#failedAt < outageMs) {
      throw new StoreUnavailable('PostgreSQL cannot be reached');
    }
    return await retryConflicts(() => this.#commit(captures), 1);
  }

  async #commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const connection = await this.#connect();
    try {
      const placeholders = captures.map(() => -randomInt(1, 2 ** 48 - 1));
      await connection.copyIn(beginCopy, copyRows(captures, placeholders));
      await this.#pool.query(flush);
      const [result] = await connection.script(finish(captures, placeholders));
      return groupAnswer(captures, result?.rows[0]);
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
 * Step 2. The ids stand in the text, since statements that are sent together have no parameters; the condition
 * on all placeholders makes the planner find the rows by their key. The delete removes the
 * rows of endpoints that are gone.
 */
function finish(captures: readonly NewCapture[], placeholders: readonly number[]): string {
  const totals = totalsColumns(captures).map(array);
  const all = array(placeholders);
  const endpointIds = array(captures.map(({ endpointId }) => endpointId));
  const settingsVersions = array(captures.map(({ settingsVersion }) => settingsVersion));
  const answering = answeringRows(captures);
  const [countAttempts, attempts] =
    answering.length === 0 ? ['', ''] : [countedAttempts(literals(answering)), selectAttempts];
  const { kept, findings } = besideGroup(captures);
  const keep =
    kept === undefined ? '' : keptHeaders([placesOf(kept.keys()), texts([...kept.values()])]);
  const found = [...(findings?.values() ?? [])];
  const compare =
    findings === undefined
      ? ''
      : contractFindings([
          placesOf(findings.keys()),
          texts(found.map(({ verdict }) => verdict)),
          texts(found.map(({ finding }) => finding)),
        ]);
  const waits = waitRows(captures);
  const storeWaits = waits.length === 0 ? '' : insertedWaits(waitLiterals(waits));
  return `${countedInTurn(totals)}, numbered as materialized (
  select place, placeholder, endpoint_id, nextval('captured_request_id') as id from (
    select c.place, c.placeholder, c.endpoint_id
    from unnest(${all}, ${endpointIds}, ${settingsVersions})
      with ordinality as c (placeholder, endpoint_id, settings_version, place)
    join counted on counted.id = c.endpoint_id and counted.settings_version = c.settings_version
    cross join turn
    order by c.place
  ) as placed
), stored as (
  update captured_request set id = numbered.id from numbered
  where captured_request.id = numbered.placeholder and captured_request.id = any (${all})
  returning captured_request.id
)${countAttempts}${keep}${compare}${storeWaits}${selectOutcome}${attempts};
delete from captured_request where id = any (${all});
commit`;
}

/** Places in SQL begin with 1. */
function placesOf(indexes: Iterable<number>): string {
  return array([...indexes].map((index) => index + 1));
}

function array(integers: readonly number[]): string {
  return `'{${integers.join()}}'::bigint[]`;
}

function literals(rows: readonly AnswerPlanRow[]): string[] {
  return [
    array(rows.map(({ index }) => index + 1)),
    ...answeringTexts.map((name) => texts(rows.map((row) => row[name]))),
  ];
}

function waitLiterals(rows: readonly WaitRow[]): string[] {
  return [
    array(rows.map(({ index }) => index + 1)),
    texts(rows.map(({ node }) => node)),
    array(rows.map(({ waitMs }) => waitMs)),
  ];
}

/** Texts as `bytea[]` in UTF-8: there is nothing to escape. */
function texts(values: readonly string[]): string {
  const literal = (text: string) => `'\\x${Buffer.from(text).toString('hex')}'`;
  return `array[${values.map(literal)}]::bytea[]`;
}
