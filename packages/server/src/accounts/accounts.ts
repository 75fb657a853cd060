import type { PlanName } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import {
  applyWaitingPayments,
  type PaymentSettings,
  updateAccountPlan,
} from '../billing/public.ts';
import { UniqueViolation } from '../database/errors.ts';
import { type AccountRow, type Database, emailKey, type Transaction } from '../database/tables.ts';
import { deleteEndpointsOf } from '../endpoints/public.ts';
import { deleteApiKeysOf } from '../keys/public.ts';
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
 * @throws {ApiError} `emailTaken`
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
  if (account === undefined) throw new ApiError('emailTaken');
  await applyWaitingPayments(transaction, settings, account, now);
  return account;
}

/**
 * Makes a locked guest a registered account. What it has bought it keeps.
 * @throws {ApiError} `emailTaken`
 */
export async function registerGuest(
  transaction: Transaction,
  settings: PaymentSettings,
  guest: AccountRow,
  { email, passwordHash, plan }: Registration & { email: string },
  now: number,
): Promise<void> {
  const { id } = guest;
  const email_key = emailKey(email);
  const ownPlan = guest.own_plan === null ? { plan } : { own_plan: plan };
  await transaction
    .updateTable('account')
    .set({ email, email_key, password_hash: passwordHash, guest_network: null, ...ownPlan })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw error instanceof UniqueViolation ? new ApiError('emailTaken') : error;
    });
  await applyWaitingPayments(transaction, settings, { id, email_key }, now);
  if (guest.own_plan !== null) await updateAccountPlan(transaction, settings, id, now);
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
