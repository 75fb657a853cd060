import { inject } from 'vitest';
import type { StoreMigrationProgress } from '../../../src/operator/move-to-postgres/migrate-store.ts';
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

/** Begins a migration and breaks it off at the first progress for which `at` is true. */
export async function breakOff(
  from: string,
  to: string,
  at: (progress: StoreMigrationProgress) => boolean,
  secretsKeys: readonly Buffer[] = [],
): Promise<void> {
  const brokenOff = new Error('broken off');
  const onProgress = (progress: StoreMigrationProgress) => {
    if (at(progress)) throw brokenOff;
  };
  await migrateStore({ from, to, onProgress, secretsKeys }).then(
    () => {
      throw new Error('the migration came to its end');
    },
    (error: unknown) => {
      if (error !== brokenOff) throw error;
    },
  );
}
