import { escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { query } from '../postgres/connect.ts';
import { createEmptyDatabase } from '../postgres/databases.ts';

/** A database whose owner is no superuser, as an operator would make it; `await using` drops both. */
export interface OwnedDatabase extends AsyncDisposable {
  /** The URL as the owner. */
  url: string;
  /** The URL as a superuser. */
  adminUrl: string;
  /** The database's name, quoted for a statement; so is the owner's. */
  name: string;
  owner: string;
  /** Ends all its connections; new ones may be refused. */
  disconnectAll(): Promise<void>;
}

export const ownersPassword = 'right';

export async function ownedDatabase(): Promise<OwnedDatabase> {
  // Its owner makes the tables.
  const database = await createEmptyDatabase(inject('postgres'));
  const name = new URL(database.url).pathname.slice(1);
  const owner = `${name}_owner`;
  const url = new URL(database.url);
  url.username = owner;
  url.password = ownersPassword;
  const admin = (statement: string) => query(inject('postgres').url, statement);
  await admin(`create role ${escapeIdentifier(owner)} login password '${ownersPassword}'`);
  await admin(`alter database ${escapeIdentifier(name)} owner to ${escapeIdentifier(owner)}`);
  return {
    url: url.href,
    adminUrl: database.url,
    name: escapeIdentifier(name),
    owner: escapeIdentifier(owner),
    async disconnectAll() {
      await query(
        inject('postgres').url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await admin(`drop role ${escapeIdentifier(owner)}`);
    },
  };
}
