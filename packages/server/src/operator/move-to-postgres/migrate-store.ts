import { errorMessage } from '@hookwell/core/api/error-message';
import { DatabaseError } from 'pg';
import { pino } from 'pino';
import { CannotOpenStore, StoreUnavailable } from '../../database/errors.ts';
import { shownUrl } from '../../database/postgres/connection.ts';
import { migrate } from '../../database/postgres/migrate.ts';
import { ConnectionPool } from '../../database/postgres/pool.ts';
import { resultCode } from '../../database/sqlite/connection.ts';
import {
  EncryptedSecrets,
  endpointsText,
  openSecrets,
  secretsKeySetting,
} from '../../secrets/encrypted-secrets.ts';
import { Source, StoreMigrationError } from './source.ts';
import { copyInto } from './target.ts';

export interface StoreMigration {
  /** `sqlite:…`. No server may have it open. It stays as it is. */
  from: string;
  /** `postgres://…`, empty. */
  to: string;
  /** The keys of the endpoints' secrets (HOOKWELL_SECRETS_KEY), which servers on the target have. */
  secretsKeys?: readonly Buffer[];
  onProgress?: (progress: StoreMigrationProgress) => void;
}

export interface StoreMigrationProgress {
  table: string;
  /** The rows that are copied, of all tables. */
  rows: number;
  /** The rows of all tables. */
  of: number;
}

export interface MigratedStore {
  tables: { name: string; rows: number }[];
  /** The number of texts with U+0000, which PostgreSQL does not store. They have U+FFFD instead. */
  replacedTexts: number;
}

/**
 * Moves an instance from SQLite to PostgreSQL: copies every table inside one transaction, and compares the numbers of rows and the
 * newest ids before its commit. A run that fails or is killed leaves the target empty.
 * @throws {StoreMigrationError}
 */
export async function migrateStore({
  from,
  to,
  secretsKeys = [],
  onProgress = () => {},
}: StoreMigration): Promise<MigratedStore> {
  return await explained(`Cannot move ${from} to ${shownUrl(to)}`, async () => {
    const source = new Source(from);
    try {
      await moveSecrets(source, from, secretsKeys);
      const tables = source.tables.map((table) => {
        return { name: table.name, rows: source.summaryOf(table).rows };
      });
      const of = tables.reduce((sum, { rows }) => sum + rows, 0);
      await withTarget(to, (pool) =>
        copyInto(pool, source, (table, rows) => onProgress({ table, rows, of })),
      );
      return { tables, replacedTexts: source.replacedTexts };
    } finally {
      source.close();
    }
  });
}

/** Connects and brings the schema up to date. */
async function withTarget<Result>(
  url: string,
  work: (pool: ConnectionPool) => Promise<Result>,
): Promise<Result> {
  if (!/^postgres(ql)?:/.test(url))
    throw new StoreMigrationError(
      '--to must be a PostgreSQL database, as in postgres://hookwell@localhost/hookwell',
    );
  // Failures are thrown. A log would only repeat them.
  const log = pino({ level: 'silent' });
  const pool = new ConnectionPool({ url, name: 'migrate-store', mostConnections: 1, log });
  try {
    await migrate(pool);
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Has the source give its secrets as they are to stand in the target: under the first key of the setting.
 * @throws {StoreMigrationError} if there are secrets and no such key, or secrets that cannot be opened
 */
async function moveSecrets(
  source: Source,
  databaseUrl: string,
  keys: readonly Buffer[],
): Promise<void> {
  const count = source.areSecretsOpen().length;
  if (count === 0) return;
  if (keys.length === 0) {
    throw new StoreMigrationError(
      `the secrets of ${endpointsText(count)} need a key: set ${secretsKeySetting} to 32 bytes in Base64 ("openssl rand -base64 32" prints one), for this command and for the servers on --to`,
    );
  }
  const log = { error: () => undefined };
  const secrets = openSecrets({ databaseUrl, secretsKeys: keys }, log);
  const target = new EncryptedSecrets({ keys, keyFile: undefined }, log);
  source.sealInstead = await secrets.sealerFor(target);
  const closed = source.areSecretsOpen().filter((isOpen) => !isOpen).length;
  if (closed === 0) return;
  throw new StoreMigrationError(
    `the secrets of ${endpointsText(closed)} cannot be opened. ${secrets.keyPlaces}`,
  );
}

const expected = [StoreMigrationError, CannotOpenStore, StoreUnavailable, DatabaseError];

/** Makes failures of the databases and files a StoreMigrationError of one line. Any other error is a bug and stays as it is. */
async function explained<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Errors of SQLite and of the file system are recognised by their properties.
    const isExpected =
      expected.some((kind) => error instanceof kind) ||
      resultCode(error) !== 0 ||
      (error instanceof Error && 'syscall' in error);
    if (!isExpected) throw error;
    throw new StoreMigrationError(`${failure}: ${errorMessage(error)}`, { cause: error });
  }
}
