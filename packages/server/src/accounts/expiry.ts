import { isGuest, isGuestRow } from '../account-kind.ts';
import { allowsApiUse, lockSubscriptionsOf } from '../billing/public.ts';
import { portions } from '../database/grouped-look-ups.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Credential } from '../http/caller.ts';
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

/** So many ids stand in one statement. */
const mostIdsInStatement = 500;

/**
 * Finds the credentials that no longer count: the session is gone or expired, the key is deleted, or its
 * account's plan does not allow keys any more. For work that outlives its request, such as streams.
 */
export async function endedCredentials(
  db: Database,
  now: number,
  credentials: Credential[],
): Promise<Credential[]> {
  const sessions = await validIds(idsOf(credentials, 'session'), async (ids) => {
    return await db
      .selectFrom('session')
      .select('id')
      .where('id', 'in', ids)
      .where('expires_at', '>', now)
      .execute();
  });
  const keys = await validIds(idsOf(credentials, 'key'), async (ids) => {
    const rows = await db
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .select(['api_key.id', 'account.plan', 'account.status'])
      .where('api_key.id', 'in', ids)
      .execute();
    return rows.filter(allowsApiUse);
  });
  return credentials.filter(({ kind, id }) => !(kind === 'session' ? sessions : keys).has(id));
}

function idsOf(credentials: Credential[], kind: Credential['kind']): number[] {
  return [...new Set(credentials.filter((one) => one.kind === kind).map(({ id }) => id))];
}

async function validIds(
  ids: number[],
  find: (ids: number[]) => Promise<{ id: number }[]>,
): Promise<Set<number>> {
  const valid = new Set<number>();
  for (const some of portions(ids, mostIdsInStatement)) {
    for (const { id } of await find(some)) valid.add(id);
  }
  return valid;
}
