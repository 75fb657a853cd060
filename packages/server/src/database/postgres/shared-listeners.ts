import type { SharedListener, SharedListeners } from '../other-nodes.ts';
import type { ConnectionPool, Statement } from './pool.ts';

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
