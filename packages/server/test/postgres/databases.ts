import { escapeIdentifier } from 'pg';
import { query } from './connect.ts';
import type { SharedServer } from './shared-server.ts';

/** A database of its own; `await using` drops it, even if connections are open. */
export interface PostgresDatabase extends AsyncDisposable {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

let created = 0;

/** Makes a database with the schema, if the server has a template for it; it is empty else. */
export async function createDatabase({
  url,
  prefix,
  template = 'template1',
}: SharedServer): Promise<PostgresDatabase> {
  created += 1;
  const name = `${prefix}_${process.pid}_${created}`;
  // Copying the template's files is the quickest way without a flush.
  const copied = `template ${escapeIdentifier(template)} strategy file_copy`;
  await query(url, `create database ${escapeIdentifier(name)} ${copied}`);
  return {
    url: urlOf(url, name),
    [Symbol.asyncDispose]: () => dropDatabase(url, name),
  };
}

/** Makes a database without any table. */
export async function createEmptyDatabase({
  url,
  prefix,
}: SharedServer): Promise<PostgresDatabase> {
  return await createDatabase({ url, prefix });
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await query(url, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
