import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  applyWaitingPayments,
  lockSubscriptionsOf,
  type PaymentSettings,
} from '../billing/public.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount } from '../http/caller.ts';
import { removeAccount } from './remove-account.ts';
import { createSession, endSession, isGuest } from './sessions.ts';

/** What a browser gets that begins a session: its account, and the value for its cookie. */
export interface NewSession {
  account: Selectable<AccountTable>;
  value: string;
}

/** Begins a guest: an account without an email, and the one session it will ever have. */
export async function startGuest(
  db: Kysely<Tables>,
  settings: PaymentSettings,
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
