import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../packages/server/test/postgres/connect.ts';
import { createDatabase } from '../packages/server/test/postgres/databases.ts';
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

/** Databases of one kind, each for one use. */
export interface BenchDatabases {
  /** Makes a database, hands over its URL, and removes it after the use. */
  withFresh<Result>(use: (url: string) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

export async function startDatabases(store: 'sqlite' | 'postgres'): Promise<BenchDatabases> {
  const server = store === 'postgres' ? await startDatabase() : undefined;
  return {
    async withFresh(use) {
      const database = server
        ? await createDatabase({ url: server.url, prefix: 'bench' })
        : await freshFile();
      try {
        return await use(database.url);
      } finally {
        await database[Symbol.asyncDispose]();
      }
    },
    stop: async () => server?.stop(),
  };
}

async function freshFile(): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-bench-'));
  return {
    url: `sqlite:${join(folder, 'hookwell.db')}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
