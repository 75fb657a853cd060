import type { PlanName } from '@hookwell/contract';
import { applyWaitingPayments, type PaymentSettings } from '../billing/public.ts';
import { type AccountRow, type Database, emailKey, type Transaction } from '../database/tables.ts';
import { deleteEndpointsOf } from '../endpoints/public.ts';
import { deleteApiKeysOf } from '../keys/public.ts';
import { Refusal } from '../refusal.ts';
import { endSessions } from './sessions.ts';

export interface Registration {
  /** Kept as it was typed. Null for an account of an identity alone. */
  email: string | null;
  /** Null if nobody can log in by a password, until the operator sets one. */
  passwordHash: string | null;
  plan: PlanName;
}

/** The registered account of an email in any case. */
export async function findByEmail(db: Database, email: string): Promise<AccountRow | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}

/**
 * Adds an account. Payments that were made for it before count at once. If two are added with one email at
 * the same moment, one of them gets it.
 * @throws {Refusal} `emailTaken`
 */
export async function insertAccount(
  transaction: Transaction,
  settings: PaymentSettings,
  { email, passwordHash, plan }: Registration,
  now: number,
): Promise<Pick<AccountRow, 'id'>> {
  const account = await transaction
    .insertInto('account')
    .values({
      email,
      email_key: email === null ? null : emailKey(email),
      kind: email === null ? 'identity' : null,
      password_hash: passwordHash,
      plan,
      status: 'active',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (account === undefined) throw new Refusal('emailTaken');
  await applyWaitingPayments(transaction, settings, account, now);
  return account;
}

/** Sets the password's hash; null for no password. Lock the account first. */
export async function writePasswordHash(
  transaction: Transaction,
  accountId: number,
  passwordHash: string | null,
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
}

/**
 * Removes the account with its endpoints, keys and sessions. Lock the account first, so that nothing is added
 * meanwhile. Its subscriptions stay: the provider's next events may name another account.
 */
export async function removeAccount(transaction: Transaction, accountId: number): Promise<void> {
  await deleteEndpointsOf(transaction, accountId);
  await deleteApiKeysOf(transaction, accountId);
  await endSessions(transaction, accountId);
  await transaction.deleteFrom('account').where('id', '=', accountId).execute();
}
