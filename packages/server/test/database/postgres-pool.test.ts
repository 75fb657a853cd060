import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { ConnectionPool, type PooledConnection } from '../../src/database/postgres/pool.ts';
import { freshDatabase } from '../fresh-database.ts';

const processId = async (connection: PooledConnection): Promise<number> => {
  const { rows } = await connection.query<{ id: number }>({ text: 'select pg_backend_pid() id' });
  return rows[0]?.id ?? 0;
};

test('a connection that was in use while another was lost is not used again: it may lead to a server that has gone', async () => {
  await using database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const pool = new ConnectionPool({ url: database.url, mostConnections: 2, log });
  try {
    const [inUse, lost] = [await pool.connect(), await pool.connect()];
    const earlier = await processId(inUse);
    const end = { text: 'select pg_terminate_backend(pg_backend_pid())' };
    await expect(lost.query(end)).rejects.toThrow(StoreUnavailable);
    lost.release();
    expect(await processId(inUse)).toBe(earlier);
    inUse.release();

    const next = await pool.connect();
    const later = await processId(next);
    next.release();
    expect(later).not.toBe(earlier);
    // From then on it is kept.
    const again = await pool.connect();
    expect(await processId(again)).toBe(later);
    again.release();
  } finally {
    await pool.end();
  }
});
