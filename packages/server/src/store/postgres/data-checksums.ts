import type { Logger } from 'pino';
import type { ConnectionPool } from '../../database/postgres/pool.ts';

/** Without checksums of its pages a PostgreSQL server gives what is damaged as if it were right. Version 18 has them by default. */
export async function warnWithoutChecksums(pool: ConnectionPool, log: Logger): Promise<void> {
  const [row] = await pool.query<{ checksums: string }>({
    text: `select current_setting('data_checksums') as checksums`,
  });
  if (row?.checksums === 'on') return;
  log.warn(
    'The PostgreSQL server has no data checksums, so damaged captures would be served as they are: see Damage in docs/databases.md',
  );
}
