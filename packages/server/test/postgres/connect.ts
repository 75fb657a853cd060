import pg from 'pg';

/** A connection of its own; `await using` ends it. A loss of the connection shows in the next query. */
export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      await client.end();
    },
  });
}

/** Runs one statement on a connection of its own; gives the rows. */
export async function query(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  await using client = await connect(url);
  const { rows } = await client.query<Record<string, unknown>>(statement, values);
  return rows;
}
