import type { ConnectionPool, PooledConnection, Statement } from '../../database/postgres/pool.ts';
import type { Expiry, Scope } from '../capture-log.ts';
import { type Ask, MergedCaptures } from './merged-captures.ts';

// The bounds of one transaction: captures of the same endpoints wait while it runs.
const mostRowsAtOnce = 500;
const mostBytesAtOnce = 16 * 1024 * 1024;

const octets = 'octet_length(body) + octet_length(headers) + octet_length(target)';

/** Removes one capture, if the account has it; else false. The row of its endpoint is locked first, as everywhere. */
export async function removeOne(
  pool: ConnectionPool,
  accountId: number,
  id: number,
): Promise<boolean> {
  const rows = await pool.query(removeOwned, [id, accountId]);
  return rows.length > 0;
}

const removeOwned: Statement = {
  name: 'remove capture',
  text: `with owned as materialized (
      select endpoint.id from captured_request captured
      join endpoint on endpoint.id = captured.endpoint_id
      where captured.id = $1 and endpoint.account_id = $2 and captured.id > endpoint.cleared_through
      for no key update of endpoint
    ), removed as (
      delete from captured_request using owned
      where captured_request.id = $1 and captured_request.endpoint_id = owned.id
      returning owned.id, ${octets} as size
    )
    update endpoint set capture_count = capture_count - 1, capture_bytes = capture_bytes - removed.size
    from removed where endpoint.id = removed.id
    returning endpoint.id`,
};

/** Hides every capture of the scope and notes them for `purge`: as quick with a million as with one. */
export async function clear(pool: ConnectionPool, scope: Scope): Promise<void> {
  await pool.transaction(async (connection) => {
    await lockEndpoints(connection, scope);
    // No capture can be stored for these endpoints now: all that they have are up to the last id that was taken.
    await connection.query(hideAndNote, [scope.accountId, scope.endpointId ?? null]);
  });
}

const hideAndNote: Statement = {
  text: `with cleared as (
      update endpoint set capture_count = 0, capture_bytes = 0,
        cleared_through = (select last_value from captured_request_id)
      where account_id = $1 and ($2::bigint is null or id = $2) and capture_count > 0
      returning id, cleared_through
    )
    insert into purge (endpoint_id, through_id) select id, cleared_through from cleared`,
};

interface Held {
  captures: number;
  bytes: number;
}

/** Locks the scope's endpoints, in the order of their ids, until the transaction ends. Returns their totals. */
async function lockEndpoints(connection: PooledConnection, scope: Scope): Promise<Held> {
  const { rows } = await connection.query<{ capture_count: number; capture_bytes: number }>(
    {
      name: 'lock endpoints',
      text: `select capture_count, capture_bytes from endpoint
        where account_id = $1 and ($2::bigint is null or id = $2) order by id for no key update`,
    },
    [scope.accountId, scope.endpointId ?? null],
  );
  return {
    captures: rows.reduce((sum, { capture_count }) => sum + capture_count, 0),
    bytes: rows.reduce((sum, { capture_bytes }) => sum + capture_bytes, 0),
  };
}

/** One step of the retention: from the oldest on, until a bound of `expiry` or this step's own is met. */
export async function removeOldest(
  pool: ConnectionPool,
  scope: Scope,
  expiry: Expiry,
): Promise<{ removed: number; bytes: number }> {
  return await pool.transaction(async (connection) => {
    const held = await lockEndpoints(connection, scope);
    const { ids, bytes } = await oldestToRemove(askOn(connection), scope, expiry, held);
    if (ids.length > 0) await connection.query(removeCaptures, [ids]);
    return { removed: ids.length, bytes };
  });
}

async function oldestToRemove(
  ask: Ask,
  scope: Scope,
  { keepCount = 0, keepBytes = 0, olderThan = Number.POSITIVE_INFINITY }: Expiry,
  held: Held,
): Promise<{ ids: number[]; bytes: number }> {
  const rows = Math.min(held.captures - keepCount, mostRowsAtOnce);
  const size = Math.min(held.bytes - keepBytes, mostBytesAtOnce);
  const ids: number[] = [];
  let bytes = 0;
  if (rows <= 0 || size <= 0) return { ids, bytes };
  const merged = await MergedCaptures.open(ask, 'heads', scope, { order: 'oldestFirst' }, rows);
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
      returning endpoint_id, ${octets} as size
    ), totals as (
      select endpoint_id, count(*) as captures, sum(size) as bytes from removed group by endpoint_id
    )
    update endpoint
    set capture_count = capture_count - totals.captures, capture_bytes = capture_bytes - totals.bytes
    from totals where endpoint.id = totals.endpoint_id
      and endpoint.id = any (array(select endpoint_id from totals))`,
};

/**
 * Removes some of the captures that nothing shows any more; no endpoint's row is touched. Notes that another node
 * works at are left to it. `done` once there is none left.
 */
export async function purge(pool: ConnectionPool): Promise<{ removed: number; done: boolean }> {
  return await pool.transaction(async (connection) => {
    const ask = askOn(connection);
    let removed = 0;
    while (removed < mostRowsAtOnce) {
      const [note] = await ask<{ id: number; endpoint_id: number; through_id: number }>(
        nextNote,
        [],
      );
      if (note === undefined) return { removed, done: true };
      const wanted = mostRowsAtOnce - removed;
      const rows = await ask<{ removed: number; bytes: number }>(purgeNoted, [
        note.endpoint_id,
        note.through_id,
        wanted,
        mostBytesAtOnce,
      ]);
      const [step = { removed: 0, bytes: 0 }] = rows;
      removed += step.removed;
      if (step.removed === wanted || step.bytes >= mostBytesAtOnce) return { removed, done: false };
      await connection.query({ text: 'delete from purge where id = $1' }, [note.id]);
    }
    return { removed, done: false };
  });
}

const nextNote: Statement = {
  name: 'next purge',
  text: 'select id, endpoint_id, through_id from purge order by id limit 1 for update skip locked',
};

/** Removes from the lowest id on, in the order of the index, up to and with the row that takes the sum to the bytes. */
const purgeNoted: Statement = {
  name: 'purge',
  text: `with oldest as materialized (
      select id, ${octets} as size from captured_request
      where endpoint_id = $1 and id <= $2 order by id limit $3
    ), chosen as (
      select id, sum(size) over (order by id) - size as before from oldest
    ), removed as (
      delete from captured_request where id in (select id from chosen where before < $4)
      returning ${octets} as size
    )
    select count(*) as removed, coalesce(sum(size), 0)::bigint as bytes from removed`,
};

function askOn(connection: PooledConnection): Ask {
  return async (statement, values) => (await connection.query(statement, values)).rows as never;
}
