import { pino } from 'pino';
import { inject } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { createDatabase } from '../postgres/databases.ts';
import type { TestDatabase } from './store-fixture.ts';

/** A database of its own, without a row, on the PostgreSQL of the test run. */
export interface PostgresTestDatabase extends TestDatabase {
  url: string;
}

export async function postgresDatabase(): Promise<PostgresTestDatabase> {
  const database = await createDatabase(inject('postgres'));
  const { url } = database;
  return {
    url,
    open: () => openPostgresStore({ url, log: pino({ level: 'silent' }), role: 'server' }),
    remove: () => database[Symbol.asyncDispose](),
  };
}
