import type { Logger } from 'pino';
import type { ConnectionPool } from '../../database/postgres/pool.ts';
import type { SizeLimit } from '../size-limit.ts';

/** Milliseconds between two looks at the size, where it is bounded. */
const measureEvery = 1_000;

/** What a row and its index entries cost beside what was sent. */
const rowBytes = 160;

/**
 * Bytes of all captures that are shown, from the endpoints' counters. Not the size of PostgreSQL's files:
 * these do not shrink when captures go, but have room for new ones.
 */
export async function usedBytes(pool: ConnectionPool): Promise<number> {
  const rows = await pool.query<{ bytes: number }>({
    name: 'used bytes',
    text: `select coalesce(sum(capture_bytes + capture_count * ${rowBytes}), 0)::bigint as bytes from endpoint`,
  });
  return rows[0]?.bytes ?? 0;
}

/** Keeps the limit informed, where there is one. Returns the way to stop. */
export async function startMeasuring(
  pool: ConnectionPool,
  limit: SizeLimit,
  maxStoreBytes: number | undefined,
  log: Logger,
): Promise<() => void> {
  if (maxStoreBytes === undefined) return () => {};
  limit.measured(await usedBytes(pool));
  let measuring = false;
  const timer = setInterval(async () => {
    if (measuring) return;
    measuring = true;
    try {
      limit.measured(await usedBytes(pool));
    } catch (error) {
      log.debug({ err: error }, 'The size of the database could not be measured');
    } finally {
      measuring = false;
    }
  }, measureEvery).unref();
  return () => clearInterval(timer);
}
