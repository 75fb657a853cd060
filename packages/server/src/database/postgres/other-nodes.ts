import type { ChangedAccounts } from '../account-changes.ts';
import { portions } from '../grouped-look-ups.ts';
import type { SharedResponders } from '../other-nodes.ts';
import type { ConnectionPool, Statement } from './pool.ts';

/**
 * The keys of PostgreSQL's advisory locks that Hookwell takes: one number space a database, so anything
 * else in that database must keep off them.
 */
export const advisoryLocks = {
  /** Held by the group of captures that takes its ids, until its commit. */
  append: 7_264_001,
  /** Held by the node that brings the schema up to date. */
  migration: 7_264_002,
  /** Held by the node that works for all nodes, as long as it gives signs of life. */
  leader: 7_264_003,
} as const;

/**
 * Milliseconds since 1970 by the clock of the database, as SQL: the one clock that all nodes share. What one node stores and another
 * compares within seconds goes by it.
 */
export const sharedNowMs = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The channel on which nodes and operator commands tell of changed accounts. */
export const changedAccountsChannel = 'hookwell_changed';

/** So many fit: a notification has fewer than 8000 bytes, an id up to 16, and a comma. */
const idsInPayload = 450;

/**
 * All in one statement, which is a transaction by itself. A notification takes a lock that all of them wait for until its
 * commit, so the commit does not wait for the disk.
 */
const notifyOfAccounts = `
select set_config('synchronous_commit', 'off', true), pg_notify('${changedAccountsChannel}', payload)
from unnest($1::text[]) as payload`;

/** Tells all nodes, this one included. */
export async function notifyOfChange(
  pool: Pick<ConnectionPool, 'query'>,
  changed: ChangedAccounts,
): Promise<void> {
  const ids = changed === 'any' ? [[]] : portions([...changed], idsInPayload);
  const payloads = [...ids].map((some) => some.join());
  await pool.query({ text: notifyOfAccounts }, [payloads]);
}

/** The accounts that a notification names; undefined for one that no node sends: anybody with access can send some. */
export function changedAccountsOf(payload: string): ChangedAccounts | undefined {
  if (payload === '') return 'any';
  const ids = payload.split(',').map(Number);
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? new Set(ids) : undefined;
}

/** The channel on which nodes tell each other of responders and their answers. */
export const nodeMessagesChannel = 'hookwell_nodes';

/** See above on what a notification costs. */
const notifyOfMessages = {
  name: 'tell nodes',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('${nodeMessagesChannel}', payload)
    from unnest($1::text[]) as payload`,
};

/** Tells all nodes, this one included. */
export async function notifyNodes(
  pool: Pick<ConnectionPool, 'query'>,
  messages: readonly string[],
): Promise<void> {
  await pool.query(notifyOfMessages, [messages]);
}

/** A node that is silent for so long has no responders any more. */
const lease = `interval '8 seconds'`;

const putResponders: Statement = {
  name: 'put responders',
  text: `with expired as (
      delete from listener where expires_at < now() and node <> $1
    )
    insert into listener (id, node, endpoint_id, wait_ms, match, expires_at)
    select id, $1, endpoint_id, wait_ms, match, now() + ${lease}
    from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[]) as put (id, endpoint_id, wait_ms, match)
    on conflict (id) do update set expires_at = excluded.expires_at`,
};
const removeResponders: Statement = {
  name: 'remove responders',
  text: 'delete from listener where id = any ($1::text[])',
};
const readResponders: Statement = {
  name: 'read responders',
  text: `select id, endpoint_id as "endpointId", wait_ms as "waitMs", case when known.id is null then match end as match
    from listener left join unnest($2::text[]) as known (id) using (id)
    where node <> $1 and expires_at > now()`,
};

export function sharedResponders(pool: Pick<ConnectionPool, 'query'>): SharedResponders {
  return {
    async put(node, responders) {
      const columns = (['id', 'endpointId', 'waitMs', 'match'] as const).map((name) =>
        responders.map((responder) => responder[name]),
      );
      await pool.query(putResponders, [node, ...columns]);
    },
    async remove(ids) {
      await pool.query(removeResponders, [ids]);
    },
    readOthers: (node, known) => pool.query(readResponders, [node, known]),
  };
}
