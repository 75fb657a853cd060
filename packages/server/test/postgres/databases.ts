import pg, { escapeIdentifier } from 'pg';
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
  await maintain(url, `create database ${escapeIdentifier(name)} ${copied}`);
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
  await maintain(url, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

const pools = new Map<string, pg.Pool>();

/** Runs a statement on a connection that stays for the next one, and keeps no process alive. */
async function maintain(url: string, statement: string): Promise<void> {
  let pool = pools.get(url);
  if (pool === undefined) {
    pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 0,
      max: 1,
      allowExitOnIdle: true,
    });
    // Its server may end before this process. The next statement has a connection of its own then.
    pool.on('error', () => {});
    pools.set(url, pool);
  }
  await pool.query(statement);
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
