import type { Logger } from 'pino';
import type { ConnectionPool } from '../../database/postgres/pool.ts';
import { answerBytes, type SizeLimit } from '../size-limit.ts';

/** The time between two looks at the size, if it is limited. */
const measureIntervalMs = 1000;

/** The size of a row and its index entries, beside the bytes that were sent. */
const rowOverheadBytes = 160;

/**
 * Bytes of all captures that are shown, from the endpoints' counters, and of settings and contracts. Not the size of PostgreSQL's files:
 * these do not shrink when captures go, but have room for new ones.
 */
export async function usedBytes(pool: ConnectionPool): Promise<number> {
  const rows = await pool.query<{ bytes: number }>({
    name: 'used bytes',
    text: `select (
        select coalesce(sum(capture_bytes + capture_count * ${rowOverheadBytes}
          + case when settings_version = 0 then 0 else capture_count * ${answerBytes} end), 0)
        from endpoint
      )::bigint + (
        select coalesce(sum(octet_length(document)), 0) from endpoint_settings
      )::bigint + (
        select coalesce(sum(octet_length(document)), 0) from endpoint_contract
      )::bigint as bytes`,
  });
  return rows[0]?.bytes ?? 0;
}

/** Tells the limit the size again and again, if there is one. Returns a function that ends this. */
export async function startMeasuring(
  pool: ConnectionPool,
  limit: SizeLimit,
  maxStoreBytes: number | undefined,
  log: Logger,
): Promise<() => void> {
  if (maxStoreBytes === undefined) return () => {};
  limit.measured(await usedBytes(pool));
  let isMeasuring = false;
  const timer = setInterval(async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      limit.measured(await usedBytes(pool));
    } catch (error) {
      log.debug({ err: error }, 'The size of the database could not be measured');
    } finally {
      isMeasuring = false;
    }
  }, measureIntervalMs).unref();
  return () => clearInterval(timer);
}
