import { isGuest } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import type { PaymentSettings } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockAccount, lockSession } from '../http/caller.ts';
import { hashSecret, randomBase62 } from '../random-secret.ts';
import { replaceSession } from './begin-session.ts';
import type { NewSession } from './guests.ts';
import { copySession, findSession } from './sessions.ts';

/** A code works for so long. */
const lifeMs = 10 * 60_000;

/** 131 random bits. */
const codeCharacters = 22;

/**
 * Makes a code with which another browser or program takes the session over. It is stored nowhere: the table has only its SHA-256.
 * @throws {ApiError} `unauthenticated` if the session has ended
 */
export async function createHandoff(
  db: Database,
  { accountId, sessionId }: { accountId: number; sessionId: number },
  now: number,
): Promise<{ code: string; expiresAt: number }> {
  const code = randomBase62(codeCharacters);
  const expiresAt = now + lifeMs;
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    await lockSession(transaction, sessionId);
    await transaction
      .insertInto('handoff')
      .values({ code_hash: hashSecret(code), session_id: sessionId, expires_at: expiresAt })
      .execute();
  });
  return { code, expiresAt };
}

/**
 * The account that a code leads to. The code is not used up.
 * @throws {ApiError} `notFound` for codes that are unknown, used or over, and those of sessions that have ended
 */
export async function lookAtHandoff(db: Database, code: string, now: number): Promise<AccountRow> {
  const account = await liveHandoff(db, code, now)
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .executeTakeFirst();
  if (account === undefined) throw new ApiError('notFound');
  return account;
}

/**
 * Begins a session of the account that a code leads to. It is no log-in: the session is as old as the one that was handed over, and
 * ends when that one would. A guest that the browser was before is merged only if that is asked for; otherwise it lives on, since
 * everything that only its session can open would be gone.
 * @throws {ApiError} `notFound` as `lookAtHandoff`
 */
export async function takeHandoff(
  db: Database,
  settings: PaymentSettings,
  { code, bringEndpoints = false }: { code: string; bringEndpoints?: boolean | undefined },
  formerValue: string | undefined,
  now: number,
): Promise<NewSession & { expiresAt: number }> {
  return await inTransaction(db, async (transaction) => {
    const found = await liveHandoff(transaction, code, now)
      .select('session.account_id')
      .executeTakeFirst();
    const account = found && (await findAndLockAccount(transaction, found.account_id));
    // Whoever takes the code or ends the session locks the account first, so both are read again behind the lock.
    const session = await liveHandoff(transaction, code, now)
      .selectAll('session')
      .executeTakeFirst();
    if (account === undefined || session === undefined) throw new ApiError('notFound');
    await transaction.deleteFrom('handoff').where('code_hash', '=', hashSecret(code)).execute();
    const former = formerValue && (await findSession(transaction, formerValue, now));
    const isOtherGuest = former && isGuest(former.account) && former.account.id !== account.id;
    const replaced = isOtherGuest && !bringEndpoints ? undefined : formerValue;
    const entered = await replaceSession(transaction, settings, replaced, account.id, now);
    const value = await copySession(transaction, session);
    return { ...entered, value, expiresAt: session.expires_at };
  });
}

/** Removes codes that are over. Resolves with their number. */
export async function removeExpiredHandoffs(
  { store, clock }: { store: { db: Database }; clock: () => number },
  limit: number,
): Promise<number> {
  const now = clock();
  const { numDeletedRows } = await store.db
    .deleteFrom('handoff')
    .where('code_hash', 'in', (eb) =>
      eb.selectFrom('handoff').select('code_hash').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The code's row with that of its session, if both live. */
function liveHandoff(db: Database, code: string, now: number) {
  return db
    .selectFrom('handoff')
    .innerJoin('session', 'session.id', 'handoff.session_id')
    .where('handoff.code_hash', '=', hashSecret(code))
    .where('handoff.expires_at', '>', now)
    .where('session.expires_at', '>', now);
}
