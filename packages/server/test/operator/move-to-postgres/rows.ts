import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { movedTableNames } from '../../../src/operator/move-to-postgres/moved-tables.ts';
import { query } from '../../postgres/connect.ts';

/**
 * All rows by their table, read in another way than the command reads them: each is JSON with its columns in
 * the order of their names, sorted; a value of bytes is given as its SHA-256.
 */
export type AllRows = Record<string, string[]>;

export function rowsOfFile(file: string): AllRows {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return allRows((table) => database.prepare(`select * from ${table}`).all());
  } finally {
    database.close();
  }
}

export async function rowsOfPostgres(url: string): Promise<AllRows> {
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const table of movedTableNames)
    tables.set(table, await query(url, `select * from ${table}`));
  return allRows((table) => tables.get(table) ?? []);
}

function allRows(read: (table: string) => Record<string, unknown>[]): AllRows {
  return Object.fromEntries(
    movedTableNames.map((table) => [table, read(table).map(rowText).sort()]),
  );
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
