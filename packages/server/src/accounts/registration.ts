import type { PlanName } from '@hookwell/contract';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { applyWaitingPayments, type PaymentSettings } from '../billing/public.ts';
import { emailKey } from '../database/email-key.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import type { NewSession } from './guests.ts';
import { replaceSession } from './merge.ts';
import { createSession } from './sessions.ts';

export interface Registration {
  /** Kept as it was typed. */
  email: string;
  /** Null: nobody can log in until the operator sets a password. */
  passwordHash: string | null;
  plan: PlanName;
}

/** Makes an account and its first session; a guest of this browser is merged. Throws `emailTaken`. */
export async function register(
  db: Kysely<Tables>,
  settings: PaymentSettings,
  registration: Registration,
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  return await inTransaction(db, async (transaction) => {
    const { id } = await insertAccount(transaction, settings, registration, now);
    const account = await replaceSession(transaction, settings, formerValue, id, now);
    return { account, value: await createSession(transaction, account, now) };
  });
}

/**
 * Adds an account; what was paid for it already counts at once. Throws `emailTaken`; of two at the same
 * moment one gets it.
 */
export async function insertAccount(
  transaction: Transaction<Tables>,
  settings: PaymentSettings,
  { email, passwordHash, plan }: Registration,
  now: number,
): Promise<Pick<Selectable<AccountTable>, 'id'>> {
  const account = await transaction
    .insertInto('account')
    .values({
      email,
      email_key: emailKey(email),
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
