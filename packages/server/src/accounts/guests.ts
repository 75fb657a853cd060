import { isGuest, isGuestRow } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import {
  applyWaitingPayments,
  lockSubscriptionsOf,
  type PaymentSettings,
} from '../billing/public.ts';
import type { Config } from '../config.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount } from '../http/caller.ts';
import { removeAccount } from './accounts.ts';
import { createSession, endSession } from './sessions.ts';

/** A session that has just begun. */
export interface NewSession {
  account: AccountRow;
  /** Of its cookie. */
  value: string;
  /** The endpoints of the guest that became part of the account; absent if there was none. */
  mergedEndpoints?: number | undefined;
}

/** One network may have so many guests at once. */
const mostGuestsPerNetwork = 1000;

/**
 * Refuses another guest of a crowded network.
 * @throws {ApiError} `tooManyRequests` if the network has too many guests
 */
export async function refuseCrowd(
  db: Database,
  network: string,
  { authRateLimit }: Pick<Config, 'authRateLimit'>,
): Promise<void> {
  if (authRateLimit === 0) return;
  const { guests } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll().as('guests'))
    .where(isGuestRow)
    .where('guest_network', '=', network)
    .executeTakeFirstOrThrow();
  if (Number(guests) < mostGuestsPerNetwork) return;
  throw new ApiError('tooManyRequests', {
    sentence: `There are ${mostGuestsPerNetwork} guests from this address already: register instead`,
    // Guests end at any time, or not for days. An hour is a harmless guess.
    retryAfterSeconds: 3600,
  });
}

/**
 * Begins a guest: an account without an email, and its only session. Its network is kept, since the number
 * of guests is limited by network.
 */
export async function startGuest(
  db: Database,
  settings: PaymentSettings,
  network: string,
  now: number,
): Promise<NewSession> {
  return await inTransaction(db, async (transaction) => {
    const guest = await transaction
      .insertInto('account')
      .values({
        email: null,
        email_key: null,
        password_hash: null,
        plan: 'free',
        status: 'active',
        created_at: now,
        guest_network: network,
      })
      .returning(['id', 'email_key'])
      .executeTakeFirstOrThrow();
    await applyWaitingPayments(transaction, settings, guest, now);
    const account = await lockAccount(transaction, guest.id);
    return { account, value: await createSession(transaction, account, now) };
  });
}

/** Ends the session. A guest ends with it, since nobody could use the account again. */
export async function logOut(
  db: Database,
  accountId: number,
  sessionId: number,
  now: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockSubscriptionsOf(transaction, accountId);
    const account = await lockAccount(transaction, accountId);
    await endSession(transaction, sessionId);
    if (isGuest(account)) await removeIfEnded(transaction, accountId, now);
  });
}

/** Removes a guest that has no live session. The caller has locked it. False if it still has one. */
export async function removeIfEnded(
  transaction: Transaction,
  guestId: number,
  now: number,
): Promise<boolean> {
  const live = await transaction
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', guestId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (live !== undefined) return false;
  await removeAccount(transaction, guestId);
  return true;
}
