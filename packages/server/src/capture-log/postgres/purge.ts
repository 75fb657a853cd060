import type { ConnectionPool, PooledConnection, Statement } from '../../database/postgres/pool.ts';
import type { Scope } from '../capture-log.ts';
import { type HiddenRange, mostBytesAtOnce, mostRowsAtOnce, octets } from '../counted-captures.ts';

interface NoteRow {
  id: number;
  endpoint_id: number;
  through_id: number;
  /** Whether some of the captures may be counted, or have answers. */
  locks: boolean;
}

/**
 * Removes some of the captures that nothing shows any more. An endpoint's row is locked only if it counts some of
 * them or has deliveries, and no more than one in a transaction, before any capture: no two transactions wait for each
 * other. Notes that
 * another node works at are left to it. `done` once there is none left.
 */
export async function purge(pool: ConnectionPool): Promise<{ removed: number; done: boolean }> {
  return await pool.transaction(async (connection) => {
    const step = new Step(connection);
    while (step.removed < mostRowsAtOnce) {
      const { rows } = await connection.query<NoteRow>(nextNote);
      const [note] = rows;
      if (note === undefined) return { removed: step.removed, done: true };
      const { endpoint_id: endpointId, through_id: through, locks } = note;
      if (locks && step.removed > 0) break;
      const countedAfter = locks ? await lockCountedAfter(connection, endpointId) : null;
      if (!(await step.remove({ endpointId, after: 0, through, countedAfter }))) break;
      await connection.query({ text: 'delete from purge where id = $1' }, [note.id]);
      if (countedAfter !== null) await connection.query(endPartialClear, [endpointId, through]);
      if (locks) break;
    }
    return { removed: step.removed, done: false };
  });
}

/**
 * Removes the captures that a partial clear of these endpoints has hidden, as far as one step goes; part of a larger
 * transaction, which has locked their rows. Once it removed none, the counters are those of the captures that reads
 * show.
 */
export async function removeHidden(
  connection: PooledConnection,
  endpoints: readonly PartialClear[],
): Promise<{ removed: number; bytes: number }> {
  const step = new Step(connection);
  for (const { endpointId, countedAfter, clearedThrough: through } of endpoints) {
    if (!(await step.remove({ endpointId, after: countedAfter, through, countedAfter }))) break;
    await connection.query(endPartialClear, [endpointId, through]);
  }
  return { removed: step.removed, bytes: step.bytes };
}

/** The removal of hidden captures within the bounds of one transaction. */
class Step {
  removed = 0;
  bytes = 0;
  readonly #connection: PooledConnection;

  constructor(connection: PooledConnection) {
    this.#connection = connection;
  }

  /** False if a bound was met before the end of the range. The counters follow. */
  async remove({ endpointId, after, through, countedAfter }: HiddenRange): Promise<boolean> {
    const wanted = mostRowsAtOnce - this.removed;
    const bounds = [endpointId, after, through, wanted, mostBytesAtOnce - this.bytes];
    const { rows } = await (countedAfter === null
      ? this.#connection.query<{ removed: number; bytes: number }>(remove, bounds)
      : this.#connection.query<{ removed: number; bytes: number }>(removeAndUncount, [
          ...bounds,
          countedAfter,
        ]));
    const [gone = { removed: 0, bytes: 0 }] = rows;
    this.removed += gone.removed;
    this.bytes += gone.bytes;
    return gone.removed < wanted && this.bytes < mostBytesAtOnce;
  }
}

/** Locks the endpoint's row. Null if none of its hidden captures is counted, or if it is gone. */
async function lockCountedAfter(
  connection: PooledConnection,
  endpointId: number,
): Promise<number | null> {
  const { rows } = await connection.query<{ counted_after: number | null }>(
    { text: 'select counted_after from endpoint where id = $1 for no key update' },
    [endpointId],
  );
  return rows[0]?.counted_after ?? null;
}

/**
 * Captures that are not counted when a note is seen never will be: `counted_after` only rises, or is taken back to null.
 * The order leads to the index: with `exists` the planner walked all answers.
 */
const nextNote: Statement = {
  name: 'next purge',
  text: `select id, endpoint_id, through_id, exists (
      select from endpoint where endpoint.id = purge.endpoint_id and counted_after < through_id
    ) or (
      select capture_id from capture_answer where capture_answer.endpoint_id = purge.endpoint_id
      order by capture_answer.endpoint_id, first_id, capture_id limit 1
    ) is not null as locks
    from purge order by id limit 1 for update of purge skip locked`,
};

/** Says that no hidden capture is counted any more, once those up to an id are gone. */
const endPartialClear: Statement = {
  name: 'end partial clear',
  text: `update endpoint set counted_after = null
    where id = $1 and cleared_through <= $2 and counted_after is not null`,
};

/** Removes from the lowest id on, in the order of the index, up to and with the row that takes the sum to the bytes. */
const removal = `with oldest as materialized (
      select id, ${octets()} as size from captured_request
      where endpoint_id = $1 and id > $2 and id <= $3 order by id limit $4
    ), chosen as (
      select id, sum(size) over (order by id) - size as before from oldest
    ), removed as (
      delete from captured_request where id in (select id from chosen where before < $5)
      returning id, ${octets()} as size
    ), ${withAnswers('array(select id from removed)')}, ${withBeside('array(select id from removed)')}`;
const outcome = 'select count(*) as removed, coalesce(sum(size), 0)::bigint as bytes from removed';

const remove: Statement = { name: 'purge', text: `${removal} ${outcome}` };

const removeAndUncount: Statement = {
  name: 'purge and uncount',
  text: `${removal}, counted as (
      select count(*) as captures, coalesce(sum(size), 0)::bigint as bytes from removed where id > $6
    ), uncounted as (
      update endpoint
      set capture_count = capture_count - counted.captures, capture_bytes = capture_bytes - counted.bytes
      from counted where endpoint.id = $1 and counted.captures > 0
    ) ${outcome}`,
};

/** The counters of a scope's endpoints, which stay as they are until the transaction ends. */
export interface HeldTotals {
  captures: number;
  bytes: number;
  /** The endpoints of which hidden captures may still be counted. */
  partlyCleared: PartialClear[];
}

/** An endpoint whose captures above `countedAfter` and up to `clearedThrough` are hidden but counted. */
interface PartialClear {
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

/**
 * The part of a statement that removes the answers of captures that are the oldest of their deliveries; a delivery goes
 * with its last capture. Rows of deliveries are written only under the lock of their endpoint, which appends take before
 * their turn: one that waited for such a row in its turn would hold up all others.
 * They are looked up one by one: a plain join made the planner walk the whole table.
 * @param ids an SQL expression of `bigint[]`
 */
export function withAnswers(ids: string): string {
  return `listened as (
      delete from listener_answer where capture_id = any (${ids})
    ), answered as (
      delete from capture_answer where capture_id = any (${ids}) returning capture_id, endpoint_id, delivery
    ), ended as (
      delete from delivery where ctid = any (array(
        select found.place from answered cross join lateral (
          select ctid as place from delivery
          where delivery.endpoint_id = answered.endpoint_id and delivery.delivery = answered.delivery
            and last_id = answered.capture_id
          offset 0
        ) as found
      ))
    )`;
}

/** The part of a statement that removes what captures have beside them: kept X- headers, findings. `ids` as above. */
export function withBeside(ids: string): string {
  return `kept as (
      delete from capture_kept_headers where capture_id = any (${ids})
    ), compared as (
      delete from capture_contract where capture_id = any (${ids})
    )`;
}
