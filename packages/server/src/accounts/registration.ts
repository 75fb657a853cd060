import type { PlanName } from '@hookwell/contract';
import type { Kysely, Selectable } from 'kysely';
import type { AccountTable, Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { emailKey } from './email.ts';
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
  registration: Registration,
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  return await db.transaction().execute(async (transaction) => {
    const account = await insertAccount(transaction, registration, now);
    await replaceSession(transaction, formerValue, account.id, now);
    return { account, value: await createSession(transaction, account, now) };
  });
}

/** Throws `emailTaken`; of two at the same moment one gets it. */
export async function insertAccount(
  db: Kysely<Tables>,
  { email, passwordHash, plan }: Registration,
  now: number,
): Promise<Selectable<AccountTable>> {
  const account = await db
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
  return account;
}
