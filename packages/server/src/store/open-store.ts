import { existsSync } from 'node:fs';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { Logger } from 'pino';
import { CannotOpenStore } from '../database/errors.ts';
import { shownUrl } from '../database/postgres/connection.ts';
import { canonicalFile, databaseFiles, sqliteFileOf } from '../database/sqlite/database-file.ts';
import type { Metrics } from '../metrics.ts';
import { backupSqlite } from './sqlite/backup.ts';
import { type DiskBounds, openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

export interface OpenStoreOptions {
  /** HOOKWELL_DATABASE_URL. */
  url: string;
  /** At this size captures are refused with StoreFull; without it, the disk is the limit: on SQLite with `diskBounds`. */
  maxStoreBytes?: number;
  log: Logger;
  metrics?: Pick<Metrics, 'groupSize' | 'commitSeconds'>;
  /** One server at a time may hold the database; operator commands work beside it. */
  role: 'server' | 'operator';
  diskBounds?: DiskBounds;
}

/**
 * Opens the database that the URL names. Creates the file of an SQLite database, and brings the schema up to date.
 *
 * @throws {CannotOpenStore}
 */
export async function openStore({ url, ...options }: OpenStoreOptions): Promise<Store> {
  return explained(`open ${named(url)}`, async () => {
    if (isPostgres(url)) {
      // A server on SQLite loads none of it.
      const { openPostgresStore } = await import('./postgres/postgres-store.ts');
      return await openPostgresStore({ url, ...options });
    }
    const file = sqliteFileOf(url);
    if (file !== undefined) return await openSqliteStore({ file, ...options });
    throw new CannotOpenStore(
      'only sqlite:<path> and postgres://… are known, as in sqlite:./data/hookwell.db',
    );
  });
}

/**
 * Whether the URL names a file that is not there, so that `openStore` would begin a new database.
 * @throws {CannotOpenStore} if it names no file
 */
export async function isMissingStore(url: string): Promise<boolean> {
  return await explained(`open ${named(url)}`, async () => {
    const file = sqliteFileOf(url);
    return file !== undefined && !existsSync(file);
  });
}

/**
 * Copies the database as it is now into a new file, while a server may go on writing. The file appears
 * under its name once it is complete and flushed; an existing one is refused unless `overwrite` is set.
 *
 * @returns one of the encrypted secrets under each key that the database has secrets of
 * @throws {CannotOpenStore}
 */
export async function backupStore(
  url: string,
  file: string,
  { overwrite = false } = {},
): Promise<string[]> {
  return await explained(`copy ${named(url)} to ${file}`, async () => {
    const database = sqliteFileOf(url);
    if (database !== undefined) return await backupSqlite(database, file, overwrite);
    throw new CannotOpenStore('only SQLite is copied by this: use pg_dump for PostgreSQL');
  });
}

/** The files on this machine with the contents of the store, copies beside them included: none for PostgreSQL. */
export async function filesOfStore(url: string): Promise<string[]> {
  const file = sqliteFileOf(url);
  // A folder that cannot be read has none.
  return file === undefined ? [] : await databaseFiles(file).catch(() => []);
}

export const secretsKeyEnding = '.secrets-key';

/** The file on this machine that may have the key of the secrets: beside an SQLite database, none for PostgreSQL. */
export function secretsKeyFileOf(url: string): string | undefined {
  const file = sqliteFileOf(url);
  return file === undefined ? undefined : `${canonicalFile(file)}${secretsKeyEnding}`;
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** The database in a sentence: without its password, and with the setting that leads to it. */
function named(url: string): string {
  return `the database ${isPostgres(url) ? shownUrl(url) : url} (HOOKWELL_DATABASE_URL)`;
}

/** Makes every error of `work` a single line for the operator, which begins with the work that failed. */
async function explained<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CannotOpenStore(`Cannot ${doing}: ${errorMessage(error)}`, { cause: error });
  }
}
