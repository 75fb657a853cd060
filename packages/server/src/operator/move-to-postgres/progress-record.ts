import type { QueryConfig } from 'pg';
import { StoreMigrationError } from './migration-error.ts';
import { type Key, movedTableNames } from './moved-tables.ts';
import type { Target } from './target.ts';

/** The end of the part that the target has. */
export interface Position {
  table: (typeof movedTableNames)[number];
  /** Of the last copied row of the table; undefined if it has none yet. */
  lastKey: Key | undefined;
  /** The copied rows of all tables. */
  rows: number;
}

interface RecordRow {
  source: string;
  moved_table: Position['table'];
  last_key: string | null;
  moved_rows: number;
  finished_at: number | null;
}

const createRecord = `
  -- One row: the migration into this database.
  create table store_migration (
    only_row integer primary key check (only_row = 1),
    -- The fingerprint of the source.
    source text not null,
    started_at bigint not null,
    moved_table text not null,
    last_key text,
    moved_rows bigint not null,
    -- Null until all rows are copied and compared. Until then no server starts.
    finished_at bigint
  ) with (fillfactor = 50)`;

/**
 * Begins the migration into an empty target, or gives the position to go on from.
 * @throws {StoreMigrationError} if the target holds anything else
 */
export async function beginOrResume(target: Target, source: string): Promise<Position> {
  const [existing] = await target.query<{ found: string | null }>(
    `select to_regclass('store_migration')::text as found`,
  );
  if (existing?.found == null) return await begin(target, source);
  const [record] = await target.query<RecordRow>('select * from store_migration');
  if (record === undefined) throw new StoreMigrationError('the table store_migration is empty');
  if (record.finished_at !== null) {
    const when = new Date(record.finished_at).toISOString();
    throw new StoreMigrationError(
      `--to is not empty: a migration into it was finished at ${when}; to use it, set HOOKWELL_DATABASE_URL to its address`,
    );
  }
  if (record.source !== source) {
    throw new StoreMigrationError(
      '--to holds a part of another database, or of this one before it was changed: give it an empty database',
    );
  }
  return {
    table: record.moved_table,
    lastKey: record.last_key === null ? undefined : JSON.parse(record.last_key),
    rows: record.moved_rows,
  };
}

async function begin(target: Target, source: string): Promise<Position> {
  for (const table of movedTableNames) {
    const [row] = await target.query<{ filled: string }>(
      `select exists (select from ${table})::text as filled`,
    );
    if (row?.filled === 'false') continue;
    throw new StoreMigrationError(
      `--to is not empty (its table ${table} has rows): give it an empty database`,
    );
  }
  const [table] = movedTableNames;
  await target.transaction('begin', async () => {
    await target.query(createRecord);
    await target.query({
      text: 'insert into store_migration values (1, $1, $2, $3, null, 0, null)',
      values: [source, Date.now(), table],
    });
  });
  return { table, lastKey: undefined, rows: 0 };
}

/**
 * The expression `advanced` of a statement that copies the rows between two positions: it moves the record from
 * one to the other, and has no row if the record is at another position.
 */
export const advanceExpression = `advanced as (
  update store_migration set moved_table = $4, last_key = $5, moved_rows = $6
  where moved_table = $1 and last_key is not distinct from $2 and moved_rows = $3 and finished_at is null
  returning only_row
)`;

export const advanceParameters = 6;

export function advanceValues(from: Position, to: Position): unknown[] {
  return [from, to].flatMap(({ table, lastKey, rows }) => [
    table,
    lastKey === undefined ? null : JSON.stringify(lastKey),
    rows,
  ]);
}

/** Ends the migration: servers may start on the target from now on. */
export function finish(): QueryConfig {
  return {
    text: 'update store_migration set finished_at = $1 where finished_at is null',
    values: [Date.now()],
  };
}
