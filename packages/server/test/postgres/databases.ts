import { escapeIdentifier } from 'pg';
import { query } from './connect.ts';
import type { SharedServer } from './shared-server.ts';

/** A database of its own; `await using` drops it, even if connections are open. */
export interface PostgresDatabase extends AsyncDisposable {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

let created = 0;

export async function createDatabase({ url, prefix }: SharedServer): Promise<PostgresDatabase> {
  created += 1;
  const name = `${prefix}_${process.pid}_${created}`;
  // Copying the template's files is the quickest way without a flush.
  await query(url, `create database ${escapeIdentifier(name)} strategy file_copy`);
  return {
    url: urlOf(url, name),
    [Symbol.asyncDispose]: () => dropDatabase(url, name),
  };
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await query(url, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
