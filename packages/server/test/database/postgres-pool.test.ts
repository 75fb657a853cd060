import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { ConnectionPool, type PooledConnection } from '../../src/database/postgres/pool.ts';
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts';

function poolOf({ url }: FreshDatabase): ConnectionPool & AsyncDisposable {
  const pool = new ConnectionPool({ url, mostConnections: 2, log: pino({ level: 'silent' }) });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

const processId = async (connection: PooledConnection): Promise<number> => {
  const { rows } = await connection.query<{ id: number }>({ text: 'select pg_backend_pid() id' });
  return rows[0]?.id ?? 0;
};

test('a connection that was in use while another was lost is not used again: it may lead to a server that has gone', async () => {
  await using database = await freshDatabase();
  await using pool = poolOf(database);
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
});

test('a connection is not used again while it is read-only: the next may lead to a server that takes writes', async () => {
  await using database = await freshDatabase();
  await using pool = poolOf(database);
  const setReadOnly = async (value: 'on' | 'off'): Promise<number> => {
    const connection = await pool.connect();
    await connection.query({ text: `set default_transaction_read_only = ${value}` });
    const id = await processId(connection);
    connection.release();
    return id;
  };
  const readOnly = await setReadOnly('on');
  const writable = await setReadOnly('off');
  expect(writable).not.toBe(readOnly);
  expect(await setReadOnly('on')).toBe(writable);
});
