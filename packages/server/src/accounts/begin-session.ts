import { isGuest } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { lockSubscriptionsOf, movePayments, type PaymentSettings } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { moveEndpoints } from '../endpoints/public.ts';
import { lockAccount } from '../http/caller.ts';
import { deleteApiKeysOf } from '../keys/public.ts';
import {
  findByEmail,
  insertAccount,
  type Registration,
  registerGuest,
  removeAccount,
  writePasswordHash,
} from './accounts.ts';
import type { NewSession } from './guests.ts';
import type { NetworkPasswords } from './passwords.ts';
import { createSession, endSession, endSessions, findSession } from './sessions.ts';

/** The reason why a log-in is refused: the cause of `wrongLogin`, only for the log. */
type WrongLogin = 'unknown email' | 'wrong password';

/**
 * Checks email and password and begins a session. A guest of this browser is merged. A refusal takes the same
 * work and looks the same whether or not there is such an account.
 * @throws {ApiError} `wrongLogin`
 */
export async function logIn(
  db: Database,
  settings: PaymentSettings,
  passwords: NetworkPasswords,
  { email, password }: { email: string; password: string },
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  const found = await findByEmail(db, email);
  const isRight = await passwords.verify(password, found?.password_hash);
  if (found === undefined) throw wrongLogin('unknown email');
  if (!isRight) throw wrongLogin('wrong password');
  const outdated = found.password_hash !== null && passwords.isOutdated(found.password_hash);
  const newHash = outdated ? await passwords.hash(password) : undefined;

  return await inTransaction(db, async (transaction) => {
    const locked = await findAndLockAccount(transaction, found.id);
    // The password was changed or the account deleted while the hash was computed.
    if (locked === undefined || locked.password_hash !== found.password_hash) {
      throw wrongLogin('wrong password');
    }
    if (newHash !== undefined) await writePasswordHash(transaction, locked.id, newHash);
    const entered = await replaceSession(transaction, settings, formerValue, locked.id, now);
    return { ...entered, value: await createSession(transaction, entered.account, now) };
  });
}

function wrongLogin(cause: WrongLogin): ApiError {
  return new ApiError('wrongLogin', { cause });
}

/**
 * Registers an account and begins its first session. A guest of this browser becomes the account, which keeps its id, endpoints and
 * requests; all its sessions and keys end, so that nobody who was let into the guest stays in.
 * @throws {ApiError} `emailTaken`
 */
export async function register(
  db: Database,
  settings: PaymentSettings,
  registration: Registration & { email: string },
  formerValue: string | undefined,
  now: number,
): Promise<NewSession> {
  return await inTransaction(db, async (transaction) => {
    const guest = formerValue && (await lockGuest(transaction, formerValue, now));
    if (guest) {
      await registerGuest(transaction, settings, guest, registration, now);
      await endSessions(transaction, guest.id);
      await deleteApiKeysOf(transaction, guest.id);
      const account = await lockAccount(transaction, guest.id);
      return { account, value: await createSession(transaction, account, now) };
    }
    const { id } = await insertAccount(transaction, settings, registration, now);
    const { account } = await replaceSession(transaction, settings, formerValue, id, now);
    return { account, value: await createSession(transaction, account, now) };
  });
}

/** The guest of a live session, locked; undefined if it is no guest's, or a log-in has just merged the guest. */
async function lockGuest(
  transaction: Transaction,
  value: string,
  now: number,
): Promise<AccountRow | undefined> {
  const found = await findSession(transaction, value, now);
  if (found === undefined || !isGuest(found.account)) return undefined;
  await lockSubscriptionsOf(transaction, found.account.id);
  const guest = await findAndLockAccount(transaction, found.account.id);
  const still = await findSession(transaction, value, now);
  return guest && still && isGuest(guest) ? guest : undefined;
}

/**
 * Ends the session that the browser had until now, if any. A guest ends with it: its endpoints move into the
 * account with all their captures, past the limits of the account's plan, and its payments with them. Part of the
 * transaction that begins the new session, so all of it happens or nothing. Returns the account after the merge, and of a guest the number of its
 * endpoints.
 */
export async function replaceSession(
  transaction: Transaction,
  settings: PaymentSettings,
  formerValue: string | undefined,
  accountId: number,
  now: number,
): Promise<{ account: AccountRow; mergedEndpoints?: number | undefined }> {
  const former =
    formerValue === undefined ? undefined : await findSession(transaction, formerValue, now);
  let mergedEndpoints: number | undefined;
  if (former !== undefined) {
    if (isGuest(former.account) && former.account.id !== accountId) {
      const guestId = former.account.id;
      mergedEndpoints = await mergeGuest(transaction, settings, guestId, accountId, now);
    } else {
      await endSession(transaction, former.session.id);
    }
  }
  return { account: await lockAccount(transaction, accountId), mergedEndpoints };
}

/** Returns the number of its endpoints; undefined if there is no such guest any more. */
async function mergeGuest(
  transaction: Transaction,
  settings: PaymentSettings,
  guestId: number,
  accountId: number,
  now: number,
): Promise<number | undefined> {
  await lockSubscriptionsOf(transaction, guestId);
  const guest = await findAndLockAccount(transaction, guestId);
  // Another log-in may have merged it a moment before.
  if (guest === undefined) return undefined;
  const moved = await moveEndpoints(transaction, guestId, accountId);
  await movePayments(transaction, settings, guest, accountId, now);
  await removeAccount(transaction, guestId);
  return moved;
}
