import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import { attemptLifeMs } from './attempt.ts';

/**
 * Notes that an attempt was used, on all nodes. False if it was before: an address that leads back counts once, even for a browser
 * that kept the cookie and a provider that takes a code twice. The note is a row of `auth_attempt`, so the retention removes it.
 */
export async function noteUsed(db: Database, state: string, now: number): Promise<boolean> {
  const subject = `sign-on ${createHash('sha256').update(state).digest('hex')}`;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_attempt')
    // It stays until the attempt could not be used any more.
    .values({ subject, started_at: now + attemptLifeMs, attempts: 1 })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
