import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  applyWaitingPayments,
  lockSubscriptionsOf,
  type PaymentSettings,
} from '../billing/public.ts';
import type { Config } from '../config.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { lockAccount } from '../http/caller.ts';
import { removeAccount } from './remove-account.ts';
import { createSession, endSession, isGuest } from './sessions.ts';

/** What a browser gets that begins a session: its account, and the value for its cookie. */
export interface NewSession {
  account: Selectable<AccountTable>;
  value: string;
}

/** How many guests of one network there may be at once. */
const guestsPerNetwork = 1_000;

/** Throws `tooManyRequests` where so many guests of this network live already that no more can begin. */
export async function refuseCrowd(
  db: Kysely<Tables>,
  network: string,
  { authRateLimit }: Pick<Config, 'authRateLimit'>,
): Promise<void> {
  if (authRateLimit === 0) return;
  const { guests } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll().as('guests'))
    .where('email', 'is', null)
    .where('guest_network', '=', network)
    .executeTakeFirstOrThrow();
  if (Number(guests) < guestsPerNetwork) return;
  throw new ApiError('tooManyRequests', {
    sentence: `There are ${guestsPerNetwork} guests from this address already: register instead`,
    // Some end at any time, or none for days: a while that does no harm.
    headers: { 'retry-after': '3600' },
  });
}

/**
 * Begins a guest: an account without an email, and the one session it will ever have. The network is kept
 * with it, since what guests store is limited by where they come from.
 */
export async function startGuest(
  db: Kysely<Tables>,
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

/** Ends the session. A guest ends with it: nobody could ever come back to what it had. */
export async function logOut(
  db: Kysely<Tables>,
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

/** Removes a guest that has no live session. The caller has locked it. False where it still has one. */
export async function removeIfEnded(
  transaction: Transaction<Tables>,
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
