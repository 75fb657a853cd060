import { connect } from '../packages/server/test/postgres/connect.ts';
import { startPostgres } from '../packages/server/test/postgres/postgres-server.ts';

/** A PostgreSQL server for a benchmark: nothing is spared on the way to the disk. */
export interface BenchDatabase {
  url: string;
  /** Ends it and removes its files, as the end of this process does. */
  stop(): Promise<void>;
}

/** The server that comes with the development dependencies, set as one for real use with 1 GB of memory would be. */
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

/** Runs SQL, of which only the last statement's rows are given. */
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
