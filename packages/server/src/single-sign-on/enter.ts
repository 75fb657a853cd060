import {
  createSession,
  endSessions,
  findByEmail,
  insertAccount,
  type NewSession,
  replaceSession,
  writePasswordHash,
} from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import type { PaymentSettings } from '../billing/public.ts';
import type { Config } from '../config.ts';
import { TransactionConflict } from '../database/errors.ts';
import { findAndLockAccount, lockName } from '../database/locks.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Identity, SignOnFailure } from './identity.ts';

/** A session of single sign-on ends after this time, however it is used: who has left the company is out by then. */
export const signOnLifeMs = 12 * 3_600_000;

export type EnterSettings = PaymentSettings & Pick<Config, 'signupPlan'>;

/** A session that has begun, and what its beginning has done. */
export interface SignOn extends NewSession {
  /** `new`: the account was made. `joined`: it was there, and belongs to the identity now. `known`: it did before. */
  was: 'new' | 'joined' | 'known';
}

/**
 * Begins a session of the account of an identity, which is made with the first log-in. A guest of this browser is merged.
 * @throws {SignOnFailure} `email-taken`
 */
export async function enter(
  db: Database,
  settings: EnterSettings,
  identity: Identity,
  formerValue: string | undefined,
  now: number,
): Promise<SignOn> {
  return await inTransaction(db, async (transaction) => {
    // Two first log-ins at one moment make one account.
    await lockName(transaction, `identity ${identity.issuer} ${identity.subject}`);
    const known = await accountOf(transaction, identity);
    const { id, was } =
      known === undefined
        ? await firstAccountOf(transaction, settings, identity, now)
        : { id: known, was: 'known' as const };
    if ((await findAndLockAccount(transaction, id)) === undefined) throw deletedMeanwhile();
    // An operator may have unlinked the identity until the account was locked.
    if ((await accountOf(transaction, identity)) !== id) throw deletedMeanwhile();
    const replaced = await replaceSession(transaction, settings, formerValue, id, now);
    const endsAt = now + signOnLifeMs;
    const value = await createSession(transaction, replaced.account, now, endsAt);
    return { ...replaced, value, was };
  });
}

/**
 * The account of an identity; undefined before its first log-in. It stays the same whatever becomes of the email at the provider,
 * and keeps the email that it has.
 */
export async function accountOf(
  db: Database,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** Gives an identity its account: that of its verified email, else a new one. */
async function firstAccountOf(
  transaction: Transaction,
  settings: EnterSettings,
  { issuer, subject, ...identity }: Identity,
  now: number,
): Promise<{ id: number; was: 'new' | 'joined' }> {
  const email = identity.email ?? null;
  const registration = { email, passwordHash: null, plan: settings.signupPlan };
  const first = await insertAccount(transaction, settings, registration, now).then(
    ({ id }) => ({ id, was: 'new' as const }),
    async (error: unknown) => {
      if (email === null || !(error instanceof ApiError) || error.code !== 'emailTaken')
        throw error;
      return { id: await join(transaction, issuer, email), was: 'joined' as const };
    },
  );
  await transaction
    .insertInto('identity')
    .values({ issuer, subject, account_id: first.id, created_at: now })
    .execute();
  return first;
}

/**
 * Takes the account of an email for an identity. Emails are not verified at registration, so whoever had the account may be
 * somebody else: nothing is left with which they could get in, or go on reading.
 * @throws {SignOnFailure} `email-taken` if another identity of the issuer has it: the issuer may have given the email to somebody else
 */
async function join(transaction: Transaction, issuer: string, email: string): Promise<number> {
  const found = await findByEmail(transaction, email);
  const account = found && (await findAndLockAccount(transaction, found.id));
  if (account === undefined) throw deletedMeanwhile();
  const { id } = account;
  const other = await transaction
    .selectFrom('identity')
    .select('subject')
    .where('account_id', '=', id)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  if (other !== undefined) {
    throw new SignOnFailure('email-taken', `account ${id} belongs to another identity`);
  }
  await writePasswordHash(transaction, id, null);
  // Before the others, see `lockSession`.
  await endSessions(transaction, id);
  for (const made of ['api_key', 'share'] as const) {
    await transaction
      .deleteFrom(made)
      .where((eb) => eb.or([eb('account_id', '=', id), eb('created_by', '=', id)]))
      .execute();
  }
  await transaction.deleteFrom('invitation').where('created_by', '=', id).execute();
  return id;
}

/** The transaction is run again, and finds no such account or identity. */
function deletedMeanwhile(): TransactionConflict {
  return new TransactionConflict('The account was deleted meanwhile');
}
