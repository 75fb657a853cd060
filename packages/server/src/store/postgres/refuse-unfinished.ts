import { CannotOpenStore } from '../../database/errors.ts';
import type { ConnectionPool } from '../../database/postgres/pool.ts';

/**
 * Refuses a database into which an instance is being moved and that does not have all of it yet: anything
 * written meanwhile would be in the way of the rest.
 *
 * @throws {CannotOpenStore}
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
