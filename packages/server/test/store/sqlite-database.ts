import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { TestDatabase } from './store-fixture.ts';

export const silentLog = pino({ level: 'silent' });

/** A database file of its own; `directory` may name a small file system to put it on. */
export interface SqliteTestDatabase extends TestDatabase {
  file: string;
  url: string;
  open(options?: { maxStoreBytes?: number }): Promise<SqliteStore>;
}

export async function sqliteDatabase(parent = tmpdir()): Promise<SqliteTestDatabase> {
  const directory = await mkdtemp(join(parent, 'hookwell-database-'));
  const file = join(directory, 'data', 'hookwell.db');
  return {
    file,
    url: `sqlite:${file}`,
    open: (options = {}) =>
      openSqliteStore({
        file,
        log: silentLog,
        role: 'server',
        // Tests fill small disks, and may run on one.
        diskBounds: { leastFreeBytes: 0 },
        ...options,
      }),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
