import type { ConnectionPool } from './pool.ts';

/** The channel on which nodes tell each other of listeners and their answers. */
export const nodeMessagesChannel = 'hookwell_nodes';

/** See `changed-accounts.ts` on what a notification costs. */
const notify = {
  name: 'tell nodes',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('${nodeMessagesChannel}', payload)
    from unnest($1::text[]) as payload`,
};

/** Tells all nodes, this one included. */
export async function notifyNodes(
  pool: Pick<ConnectionPool, 'query'>,
  messages: readonly string[],
): Promise<void> {
  await pool.query(notify, [messages]);
}
