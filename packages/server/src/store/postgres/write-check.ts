import { StoreUnavailable } from '../../database/errors.ts';
import type { ConnectionPool } from '../../database/postgres/pool.ts';
import { migrations } from '../../database/postgres/schema.ts';

/**
 * Writes and commits one small row: whether the database can take a capture right now. A node whose
 * database was brought to a schema that it does not know is not ready either: a newer one has taken over.
 *
 * @throws {StoreUnavailable}
 */
export async function writeCheck(pool: ConnectionPool): Promise<void> {
  const rows = await pool.query<{ needed_version: number }>({
    name: 'check writable',
    text: `update write_check set checks = checks + 1
      returning (select needed_version from schema_version) as needed_version`,
  });
  const needed = rows[0]?.needed_version ?? 0;
  if (needed > migrations.length) {
    throw new StoreUnavailable(
      `The database needs a Hookwell that knows schema version ${needed}, not ${migrations.length}`,
    );
  }
}
