import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from './postgres/databases.ts';
import type { SharedServer } from './postgres/shared-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database the tests of the project run on. */
    store: 'sqlite' | 'postgres';
    /** Where that is PostgreSQL. */
    postgres: SharedServer;
  }
}

/** An empty database of its own. `await using` removes it; whoever uses it must have closed it before. */
export interface FreshDatabase extends AsyncDisposable {
  /** For HOOKWELL_DATABASE_URL. */
  url: string;
}

/** On the kind of database that the tests run on now. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return inject('store') === 'postgres'
    ? await createDatabase(inject('postgres'))
    : await freshFile();
}

async function freshFile(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-test-'));
  return {
    url: `sqlite:${join(folder, 'hookwell.db')}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
