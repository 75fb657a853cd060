import { connect } from '../packages/server/test/postgres/connect.ts';
import { startPostgres } from '../packages/server/test/postgres/postgres-server.ts';

/** A PostgreSQL server for a benchmark; it flushes every commit to the disk. */
export interface BenchDatabase {
  url: string;
  /** Ends the server and removes its files; so does the end of this process. */
  stop(): Promise<void>;
}

/** Starts the server of the development dependencies, with settings for real use on 1 GB of memory. */
export async function startDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const server = await startPostgres({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    ...settings,
  });
  return { url: server.url, stop: () => server[Symbol.asyncDispose]() };
}

/** Runs SQL; gives the rows of the last statement. */
export async function runSql<Row extends object>(
  { url }: BenchDatabase,
  statement: string,
): Promise<Row[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<Row>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
