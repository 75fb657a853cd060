import {
  type ConnectionPool,
  type PooledConnection,
  refuseEndedCallerOn,
  type Statement,
} from '../../database/postgres/pool.ts';
import type { Expiry, Scope } from '../capture-log.ts';
import { hourMs, mostBytesAtOnce, mostRowsAtOnce, octets } from '../counted-captures.ts';
import { type Ask, MergedCaptures } from './merged-captures.ts';
import { type HeldTotals, lockEndpoints, removeHidden, withAnswers, withBeside } from './purge.ts';

/** Once the last one is removed, the watermark tells that the endpoint has captured something. */
const watermarkAfter = (
  removed: string,
) => `case when cleared_through = 0 and capture_count = ${removed}
  then (select last_value from captured_request_id) else cleared_through end`;

/** Removes one capture, if the account has it; else false. The row of its endpoint is locked first, as everywhere. */
export async function removeOne(
  pool: ConnectionPool,
  accountId: number,
  id: number,
): Promise<boolean> {
  return await pool.transaction(async (connection) => {
    const { rows } = await connection.query<{ id: number }>(lockOwn, [id, accountId]);
    const [endpoint] = rows;
    if (endpoint === undefined) return false;
    // A statement of its own: its snapshot has everything that was committed before the lock.
    const removed = await connection.query(removeOwn, [id, endpoint.id]);
    await refuseEndedCallerOn(connection);
    return removed.rows.length > 0;
  });
}

const lockOwn: Statement = {
  name: 'lock endpoint of capture',
  text: `select endpoint.id from captured_request captured
    join endpoint on endpoint.id = captured.endpoint_id
    where captured.id = $1 and endpoint.account_id = $2 and captured.id > endpoint.cleared_through
    for no key update of endpoint`,
};

/** The delivery of the capture goes with the last one that is shown. */
const removeOwn: Statement = {
  name: 'remove capture',
  text: `with removed as (
      delete from captured_request where id = $1 and endpoint_id = $2
      returning endpoint_id as id, ${octets()} as size
    ), ${withBeside('array[$1::bigint]')}, listened as (
      delete from listener_answer where capture_id = $1
    ), answered as (
      delete from capture_answer where capture_id = $1 returning delivery, first_id
    ), left_over as materialized (
      select answered.delivery, (
        select capture_id from capture_answer
        where endpoint_id = $2 and capture_answer.first_id = answered.first_id and capture_id <> $1
          and capture_id > (select cleared_through from endpoint where id = $2)
        order by capture_id desc limit 1
      ) as newest
      from answered
    ), shortened as (
      update delivery set last_id = newest from left_over
      where delivery.endpoint_id = $2 and delivery.delivery = left_over.delivery and newest is not null
    ), ended as (
      delete from delivery using left_over
      where delivery.endpoint_id = $2 and delivery.delivery = left_over.delivery and newest is null
    )
    update endpoint set capture_count = capture_count - 1, capture_bytes = capture_bytes - removed.size,
      cleared_through = ${watermarkAfter('1')}
    from removed where endpoint.id = removed.id
    returning endpoint.id`,
};

/** One step of the retention: from the oldest on, until a bound of `expiry` or this step's own is met. */
export async function removeOldest(
  pool: ConnectionPool,
  scope: Scope,
  expiry: Expiry,
): Promise<{ removed: number; bytes: number }> {
  return await pool.transaction(async (connection) => {
    const held = await lockEndpoints(connection, scope);
    // The totals have to be those of the captures that reads show, or too many of these would go.
    if (held.partlyCleared.length > 0 && isBeyond(held, expiry)) {
      const hidden = await removeHidden(connection, held.partlyCleared);
      if (hidden.removed > 0) return hidden;
    }
    const { ids, bytes } = await oldestToRemove(askOn(connection), scope, expiry, held);
    if (ids.length > 0) {
      const { by, at } = expiry.noted ?? { by: null, at: 0 };
      await connection.query(removeCaptures, [ids, by, Math.floor(at / hourMs)]);
    }
    return { removed: ids.length, bytes };
  });
}

/** Whether the scope holds more than is to be kept, by the counters. */
function isBeyond(held: HeldTotals, { keepCount, keepBytes }: Expiry): boolean {
  if (keepCount === undefined && keepBytes === undefined) return false;
  return held.captures > (keepCount ?? 0) && held.bytes > (keepBytes ?? 0);
}

async function oldestToRemove(
  ask: Ask,
  scope: Scope,
  { keepCount = 0, keepBytes = 0, olderThan = Number.POSITIVE_INFINITY }: Expiry,
  held: HeldTotals,
): Promise<{ ids: number[]; bytes: number }> {
  const rows = Math.min(held.captures - keepCount, mostRowsAtOnce);
  const size = Math.min(held.bytes - keepBytes, mostBytesAtOnce);
  const ids: number[] = [];
  let bytes = 0;
  if (rows <= 0 || size <= 0) return { ids, bytes };
  const merged = await MergedCaptures.open(ask, 'sizes', scope, { order: 'oldestFirst' }, rows);
  while (ids.length < rows && bytes < size) {
    const head = await merged.peek();
    if (head === undefined || head.receivedAt >= olderThan) break;
    ids.push(head.id);
    bytes += head.textSize + head.bodySize;
    await merged.take();
  }
  return { ids, bytes };
}

/** The second look at `totals` makes the planner find the endpoints by their key: it cannot know their number. */
const removeCaptures: Statement = {
  name: 'remove captures',
  text: `with removed as (
      delete from captured_request where id = any ($1::bigint[])
      returning endpoint_id, ${octets()} as size
    ), ${withAnswers('$1::bigint[]')}, ${withBeside('$1::bigint[]')}, totals as (
      select endpoint_id, count(*) as captures, sum(size) as bytes from removed group by endpoint_id
    ), noted as (
      insert into removal (endpoint_id, hour, cause, captures)
      select endpoint_id, $3::bigint, $2::text, captures from totals where $2::text is not null
      on conflict (endpoint_id, hour, cause) do update set captures = removal.captures + excluded.captures
    )
    update endpoint
    set capture_count = capture_count - totals.captures, capture_bytes = capture_bytes - totals.bytes,
      cleared_through = ${watermarkAfter('totals.captures')}
    from totals where endpoint.id = totals.endpoint_id
      and endpoint.id = any (array(select endpoint_id from totals))`,
};

function askOn(connection: PooledConnection): Ask {
  return async (statement, values) => (await connection.query(statement, values)).rows as never;
}

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
