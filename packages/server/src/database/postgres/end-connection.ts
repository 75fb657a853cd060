import type { Client } from 'pg';

/** How long, in milliseconds, the server may take to hear a goodbye. */
const patience = 500;

/** Ends a connection in order, or cuts it where nobody answers any more. Does not reject. */
export async function endConnection(client: Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), patience);
  await client.end().catch(() => undefined);
  clearTimeout(cut);
}
