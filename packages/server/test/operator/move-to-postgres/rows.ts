import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { tablesLeftOut } from '../../../src/operator/move-to-postgres/source.ts';
import { query } from '../../postgres/connect.ts';

/**
 * All rows by their table, read in another way than the command reads them: each is JSON with its columns in
 * the order of their names, sorted; a value of bytes is given as its SHA-256.
 */
export type AllRows = Record<string, string[]>;

export function rowsOfFile(file: string): AllRows {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
      .all();
    return Object.fromEntries(
      tables
        .map(({ name }) => String(name))
        .filter(isMoved)
        .map((name) => [name, texts(database.prepare(`select * from ${name}`).all())]),
    );
  } finally {
    database.close();
  }
}

/** The tables that PostgreSQL alone has: one is no part of an instance, the others have what is open now. */
const ofPostgres = ['listener', 'schema_version', 'write_check'];

export async function rowsOfPostgres(url: string): Promise<AllRows> {
  const tables = await query(
    url,
    `select tablename from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [ofPostgres],
  );
  const rows: AllRows = {};
  for (const name of tables.map(({ tablename }) => String(tablename)).filter(isMoved)) {
    const found = await query(url, `select * from ${name}`);
    rows[name] = texts(found);
  }
  return rows;
}

function isMoved(table: string): boolean {
  return !tablesLeftOut.some((one) => one === table);
}

function texts(rows: Record<string, unknown>[]): string[] {
  return rows.map(rowText).sort();
}

function rowText(row: Record<string, unknown>): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(columns.map((column) => [column, comparable(row[column])]));
}

/** The SHA-256 of a value in the form that both databases share: one has text where the other has bytes. */
function comparable(value: unknown): string | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return hash('sha256', value);
  return hash('sha256', String(value));
}
