import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
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

/** An empty database of its own. `await using` removes it; its user must have closed it before. */
export interface FreshDatabase extends AsyncDisposable {
  /** The value for HOOKWELL_DATABASE_URL. */
  url: string;
}

/** Makes a database of the kind that the tests run on now. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return inject('store') === 'postgres'
    ? await createDatabase(inject('postgres'))
    : await freshFile();
}

let parent: string | undefined;

/** In memory where there is room: the disk takes a tenth of the processor time of such tests, and makes them wait. */
async function freshFile(): Promise<FreshDatabase> {
  parent ??= temporaryParent(undefined, 'memory');
  const folder = await mkdtemp(join(parent, 'hookwell-test-'));
  return {
    url: `sqlite:${join(folder, 'hookwell.db')}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
