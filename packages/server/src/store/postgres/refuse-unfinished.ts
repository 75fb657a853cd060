import { CannotOpenStore } from '../../database/errors.ts';
import type { ConnectionPool } from '../../database/postgres/pool.ts';

/**
 * Rejects with CannotOpenStore where an instance is being moved into the database and not all of it is
 * there: whatever was written meanwhile would be in the way of what is to come.
 */
export async function refuseUnfinishedMigration(pool: ConnectionPool): Promise<void> {
  const [table] = await pool.query<{ found: string | null }>({
    text: `select to_regclass('store_migration')::text as found`,
  });
  if (table?.found == null) return;
  const unfinished = await pool.query({
    text: 'select from store_migration where finished_at is null',
  });
  if (unfinished.length === 0) return;
  throw new CannotOpenStore(
    'a migration into it is not finished: run the same "hookwell migrate-store" again, until it says that it is done',
  );
}
