import type { ChangedAccounts } from '../account-changes.ts';
import { portions } from '../grouped-look-ups.ts';
import type { OfferedAnswers, SharedListener, SharedListeners } from '../other-nodes.ts';
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

/** The channel on which nodes tell each other of listeners and their answers. */
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

/** A node that is silent for so long has no listeners any more. */
const lease = `interval '8 seconds'`;

const put: Statement = {
  name: 'put listener',
  text: `insert into listener (id, node, endpoint_id, wait_ms, match, expires_at)
    values ($1, $2, $3, $4, $5, now() + ${lease})
    on conflict (id) do update set expires_at = excluded.expires_at`,
};
const remove: Statement = { name: 'remove listener', text: 'delete from listener where id = $1' };
const removeAll: Statement = {
  name: 'remove listeners of node',
  text: 'delete from listener where node = $1',
};
const renew: Statement = {
  name: 'renew listeners',
  text: `with expired as (
      delete from listener where expires_at < now() and node <> $1
    )
    update listener set expires_at = now() + ${lease} where node = $1 returning id`,
};
const readOthers: Statement = {
  name: 'read listeners',
  text: `select id, endpoint_id as "endpointId", wait_ms as "waitMs" from listener
    where node <> $1 and expires_at > now() and ($2::bigint[] is null or endpoint_id = any ($2))`,
};
const readMatches: Statement = {
  name: 'read matches of listeners',
  text: 'select id, match from listener where id = any ($1::text[])',
};

export function sharedListeners(pool: Pick<ConnectionPool, 'query'>): SharedListeners {
  return {
    async put(node, { id, endpointId, waitMs, match }) {
      await pool.query(put, [id, node, endpointId, waitMs, match]);
    },
    async remove(id) {
      await pool.query(remove, [id]);
    },
    async renew(node) {
      const rows = await pool.query<{ id: string }>(renew, [node]);
      return rows.map(({ id }) => id);
    },
    async removeAllOf(node) {
      await pool.query(removeAll, [node]);
    },
    readOthers: (node, endpointIds) =>
      pool.query<Omit<SharedListener, 'match'>>(readOthers, [node, endpointIds ?? null]),
    readMatches: (ids) => pool.query<Pick<SharedListener, 'id' | 'match'>>(readMatches, [ids]),
  };
}

const offer: Statement = {
  name: 'offer answer',
  text: `update listener_answer set answer = $2, retry_after = $3, offered = $4
    where capture_id = $1 and answer is null returning capture_id`,
};
const read: Statement = {
  name: 'read offered answer',
  text: 'select offered from listener_answer where capture_id = $1 and offered is not null',
};
const take: Statement = {
  name: 'take offered answer',
  text: `update listener_answer set offered = null
    where capture_id = $1 and sha256(offered) = $2 returning capture_id`,
};
const look: Statement = {
  name: 'look at offered answer',
  text: `select (offered is not null)::integer as "isOffered" from listener_answer
    where capture_id = $1 and answer is not null`,
};
const takeBack: Statement = {
  name: 'take offered answer back',
  text: `update listener_answer set answer = null, retry_after = null, offered = null
    where capture_id = $1 and offered is not null returning capture_id`,
};
const removeLeft: Statement = {
  name: 'remove left answers',
  text: `delete from listener_answer
    where waits_until < ${sharedNowMs} - $1::bigint and (answer is null or offered is not null)`,
};
const isOver: Statement = {
  name: 'is wait over',
  text: `select 1 from listener_answer where capture_id = $1 and waits_until < ${sharedNowMs}`,
};

export function offeredAnswers(pool: Pick<ConnectionPool, 'query'>): OfferedAnswers {
  const isDone = async (statement: Statement, values: unknown[]): Promise<boolean> =>
    (await pool.query(statement, values)).length > 0;
  return {
    offer: (captureId, { status, retryAfter }, document) =>
      isDone(offer, [captureId, String(status), retryAfter ?? null, document]),
    async read(captureId) {
      const [row] = await pool.query<{ offered: Buffer }>(read, [captureId]);
      return row?.offered;
    },
    take: (captureId, digest) => isDone(take, [captureId, digest]),
    async look(captureId) {
      const [row] = await pool.query<{ isOffered: number }>(look, [captureId]);
      if (row === undefined) return 'gone';
      return row.isOffered === 1 ? 'offered' : 'taken';
    },
    takeBack: (captureId) => isDone(takeBack, [captureId]),
    isOver: (captureId) => isDone(isOver, [captureId]),
    async removeLeft(leftForMs) {
      await pool.query(removeLeft, [leftForMs]);
    },
  };
}
