import { inject } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { createEmptyDatabase } from '../../postgres/databases.ts';

/** A database of its own; `await using` removes it. */
export interface Target extends AsyncDisposable {
  url: string;
}

export async function emptyTarget(): Promise<Target> {
  return await createEmptyDatabase(inject('postgres'));
}

/** A database with the same rows as the source. */
export async function freshlyMigrated(source: { url: string }): Promise<Target> {
  const target = await emptyTarget();
  await migrateStore({ from: source.url, to: target.url });
  return target;
}
