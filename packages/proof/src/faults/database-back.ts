import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../../../server/test/postgres/connect.ts';
import type { World } from '../world/world.ts';

const deadlineMs = 60_000;

/**
 * Waits until the world's PostgreSQL takes connections again, which recovers by itself from most faults. It is started if its recovery
 * failed, too, and it ended. Does nothing on SQLite.
 * @throws {Error} if it does not come back within a minute
 */
export async function databaseBack({ postgres }: World): Promise<void> {
  if (postgres === undefined) return;
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    try {
      if (postgres.pid === undefined) await postgres.start();
      await query(postgres.url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
