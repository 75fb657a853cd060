import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import { createDatabase } from './postgres/databases.ts';
import type { SharedServer } from './postgres/shared-server.ts';
import { temporaryParent } from './postgres/temporary-parent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The kind of database that the tests of the project run on. */
    store: 'sqlite' | 'postgres';
    /** The URL of the PostgreSQL server, if the tests run on PostgreSQL. */
    postgres: SharedServer;
  }
}

/** A database of its own with the schema and nothing else. `await using` removes it; its user must have closed it before. */
export interface FreshDatabase extends AsyncDisposable {
  /** The value for HOOKWELL_DATABASE_URL. */
  url: string;
}

/** Makes a database of the kind that the tests run on now. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (inject('store') === 'postgres') return await createDatabase(inject('postgres'));
  const database = await absentFile();
  withSchema ??= bytesWithSchema();
  await writeFile(database.file, await withSchema, { mode: 0o600 });
  return database;
}

let parent: string | undefined;

/**
 * The name of an SQLite file that is not there yet, in a folder of its own: in memory where there is room, as the disk takes a tenth of
 * the processor time of such tests, and makes them wait.
 */
async function absentFile(): Promise<FreshDatabase & { file: string }> {
  parent ??= temporaryParent(undefined, 'memory');
  const folder = await mkdtemp(join(parent, 'hookwell-test-'));
  const file = join(folder, 'hookwell.db');
  return {
    file,
    url: `sqlite:${file}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

let withSchema: Promise<Buffer> | undefined;

/** To write them takes a fifth of the processor time that a thread takes to make the schema. */
async function bytesWithSchema(): Promise<Buffer> {
  await using database = await absentFile();
  const { url, file } = database;
  const store = await openStore({ url, role: 'operator', log: pino({ level: 'silent' }) });
  await store.close();
  return await readFile(file);
}
