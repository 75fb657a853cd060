import { isGuest, isGuestRow } from '../account-kind.ts';
import { lockSubscriptionsOf } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Parts } from '../parts.ts';
import { attemptWindowMs } from './attempt-limit.ts';
import { removeIfEnded } from './guests.ts';

type ExpiryParts = Pick<Parts, 'store' | 'clock'>;

/**
 * Removes guests whose last session has expired, with their endpoints and captures, each in a small transaction
 * of its own; of others the sessions that have. A guest that logs out everywhere is removed at once. Resolves with the
 * number of these guests, at most `limit`.
 */
export async function removeEndedGuests(
  { store, clock }: ExpiryParts,
  limit: number,
): Promise<number> {
  const now = clock();
  const ended = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.expires_at', '<=', now)
    .where(isGuestRow)
    .select('account.id')
    .distinct()
    .limit(limit)
    .execute();

  let removed = 0;
  for (const { id } of ended) {
    const isRemoved = await inTransaction(store.db, async (transaction) => {
      await lockSubscriptionsOf(transaction, id);
      const guest = await findAndLockAccount(transaction, id);
      if (guest === undefined || !isGuest(guest)) return false;
      if (await removeIfEnded(transaction, id, now)) return true;
      // It goes on in another browser or program.
      await transaction
        .deleteFrom('session')
        .where('account_id', '=', id)
        .where('expires_at', '<=', now)
        .execute();
      return true;
    });
    if (isRemoved) removed++;
  }
  return removed;
}

/** Removes expired sessions of registered accounts; a guest's goes with the guest. Resolves with their number. */
export async function removeExpiredSessions(
  { store, clock }: ExpiryParts,
  limit: number,
): Promise<number> {
  const now = clock();
  const { numDeletedRows } = await store.db
    .deleteFrom('session')
    .where('expires_at', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .where('session.expires_at', '<=', now)
        .where((inner) => inner.not(isGuestRow))
        .select('session.id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes counts of attempts whose window is over. Resolves with their number. */
export async function removeOldAttempts(
  { store, clock }: ExpiryParts,
  limit: number,
): Promise<number> {
  const isOver = clock() - attemptWindowMs;
  const { numDeletedRows } = await store.db
    .deleteFrom('auth_attempt')
    // The condition of the subquery stands here too: a window that begins at this moment must not be removed.
    .where('started_at', '<=', isOver)
    .where('subject', 'in', (eb) =>
      eb
        .selectFrom('auth_attempt')
        .select('subject')
        .where('started_at', '<=', isOver)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
