import { DatabaseError } from 'pg';
import { CannotOpenStore, StoreUnavailable, UniqueViolation } from '../../database/errors.ts';
import { shownUrl } from '../../database/postgres/connection.ts';
import { resultCode } from '../../database/sqlite/errors.ts';
import { compareTable } from './compare.ts';
import { copyTables } from './copy.ts';
import { fingerprintOf } from './fingerprint.ts';
import { StoreMigrationError } from './migration-error.ts';
import { movedTableNames } from './moved-tables.ts';
import { beginOrResume, finish } from './progress-record.ts';
import { moveSecrets } from './secrets.ts';
import { continueSequences } from './sequences.ts';
import { Source } from './source.ts';
import { Target } from './target.ts';

export interface StoreMigration {
  /** `sqlite:…`. No server may have it open. It stays as it is. */
  from: string;
  /** `postgres://…`, empty or with an unfinished copy of the same source. */
  to: string;
  /** The keys of the endpoints' secrets (HOOKWELL_SECRETS_KEY), which servers on the target have. */
  secretsKeys?: readonly Buffer[];
  onProgress?: (progress: StoreMigrationProgress) => void;
}

export interface StoreMigrationProgress {
  step: 'copying' | 'comparing';
  table: string;
  /** The rows that are done, of all tables and in earlier runs too. */
  rows: number;
  /** The rows of all tables. */
  of: number;
}

export interface MigratedStore {
  tables: { name: string; rows: number; checksum: string }[];
  /** The number of texts with U+0000, which PostgreSQL does not store. They have U+FFFD instead. */
  replacedTexts: number;
}

/**
 * Moves an instance from SQLite to PostgreSQL: copies every row, compares both sides and only then lets
 * servers start on the target. It may be killed at any moment: the next run goes on from there.
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
      await moveSecrets(source, { databaseUrl: from, secretsKeys });
      const target = await Target.open(to);
      try {
        return await move(source, target, onProgress);
      } finally {
        await target.close();
      }
    } finally {
      source.close();
    }
  });
}

async function move(
  source: Source,
  target: Target,
  onProgress: (progress: StoreMigrationProgress) => void,
): Promise<MigratedStore> {
  const of = source.tables.reduce((sum, table) => sum + source.count(table), 0);
  const start = await beginOrResume(target, fingerprintOf(source));
  onProgress({ step: 'copying', table: start.table, rows: start.rows, of });
  await copyTables(source, target, start, ({ table, rows }) =>
    onProgress({ step: 'copying', table, rows, of }),
  );

  // The comparison needs the planner's statistics, which a new database does not have yet.
  await target.query(`analyze ${movedTableNames}`);
  const tables: MigratedStore['tables'] = [];
  let compared = 0;
  for (const table of source.tables) {
    onProgress({ step: 'comparing', table: table.name, rows: compared, of });
    const checksum = await compareTable(source, target, table, (rows) => {
      compared += rows;
      onProgress({ step: 'comparing', table: table.name, rows: compared, of });
    });
    tables.push({ name: table.name, ...checksum });
  }

  await continueSequences(source, target);
  await target.query(finish());
  return { tables, replacedTexts: source.countReplaced() };
}

const expected = [
  StoreMigrationError,
  CannotOpenStore,
  StoreUnavailable,
  UniqueViolation,
  DatabaseError,
];

/** Makes failures of the databases and files a StoreMigrationError of one line. Any other error is a bug and stays as it is. */
async function explained<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && isExpected(error))) throw error;
    const advice =
      error instanceof StoreUnavailable ? '; run the same command again to go on from there' : '';
    throw new StoreMigrationError(`${failure}: ${error.message}${advice}`, { cause: error });
  }
}

/** Errors of SQLite and of the file system are recognised by their properties. */
function isExpected(error: Error): boolean {
  return (
    expected.some((kind) => error instanceof kind) || resultCode(error) !== 0 || 'syscall' in error
  );
}
