import { type LogInMethods, leastRoleOfParts, type Principal } from '@hookwell/core/api';
import { isGuest } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { forgetPayments, lockSubscriptionsOf, planOf } from '../billing/public.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Caller, lockAccount, lockSession } from '../http/caller.ts';
import { isLower, leaveTeams } from '../members/memberships.ts';
import { removeAccount, writePasswordHash } from './accounts.ts';
import type { NetworkPasswords } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** The ways to log in to an account. */
export async function logInMethods(
  db: Database,
  { id, password_hash }: AccountRow,
): Promise<LogInMethods> {
  const identity = await db
    .selectFrom('identity')
    .select('account_id')
    .where('account_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return { password: password_hash !== null, singleSignOn: identity !== undefined };
}

/**
 * Sets a new password and ends all other sessions.
 * @throws {ApiError} `wrongPassword`, for a guest always
 */
export async function changePassword(
  db: Database,
  passwords: NetworkPasswords,
  account: AccountRow,
  sessionId: number,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await checkPassword(passwords, account, currentPassword);
  const newHash = await passwords.hash(newPassword);
  await inTransaction(db, async (transaction) => {
    await lockUnchanged(transaction, account);
    await writePasswordHash(transaction, account.id, newHash);
    await endSessions(transaction, account.id, sessionId);
  });
}

/** An account without a password is deleted within this time of a log-in. */
const freshLogInMs = 10 * 60_000;

/**
 * Deletes the account with its endpoints, keys and sessions. A registered one must give its password; one without a password
 * must have logged in a moment ago.
 * @throws {ApiError} `invalidInput` without a password, `wrongPassword`, `logInTooOld`, `lastOwner` if a team would have no owner
 */
export async function deleteOwnAccount(
  db: Database,
  passwords: NetworkPasswords,
  account: AccountRow,
  sessionId: number,
  password: string | undefined,
  now: number,
): Promise<number[]> {
  if (account.password_hash !== null) {
    if (password === undefined) {
      throw new ApiError('invalidInput', { sentence: 'password is required' });
    }
    await checkPassword(passwords, account, password);
  }
  return await inTransaction(db, async (transaction) => {
    await lockSubscriptionsOf(transaction, account.id);
    await lockUnchanged(transaction, account);
    await lockSession(transaction, sessionId);
    if (account.password_hash === null && !isGuest(account)) {
      await refuseOldLogIn(transaction, sessionId, now);
    }
    const teamIds = await leaveTeams(transaction, account.id);
    await forgetPayments(transaction, account.id, now);
    await removeAccount(transaction, account.id);
    return teamIds;
  });
}

async function checkPassword(
  passwords: NetworkPasswords,
  account: AccountRow,
  password: string,
): Promise<void> {
  if (!(await passwords.verify(password, account.password_hash))) {
    throw new ApiError('wrongPassword');
  }
}

/**
 * Locks the account.
 * @throws {ApiError} `wrongPassword` if its password was replaced while the hash was computed
 */
async function lockUnchanged(
  transaction: Transaction,
  { id, password_hash }: AccountRow,
): Promise<void> {
  const account = await lockAccount(transaction, id);
  if (account.password_hash !== password_hash) throw new ApiError('wrongPassword');
}

/** @throws {ApiError} `logInTooOld` */
async function refuseOldLogIn(
  transaction: Transaction,
  sessionId: number,
  now: number,
): Promise<void> {
  const session = await transaction
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (session === undefined) throw new ApiError('unauthenticated');
  if (now - session.created_at > freshLogInMs) throw new ApiError('logInTooOld');
}

/** The account as the caller sees it. An account that never paid has no fields of a subscription. */
export function toPrincipal({ account, role }: Pick<Caller, 'account' | 'role'>): Principal {
  return {
    id: account.id,
    ...(account.email === null ? {} : { email: account.email }),
    isGuest: isGuest(account),
    plan: planOf(account),
    ...(isLower(role, leastRoleOfParts.payments) ? {} : subscriptionOf(account)),
    status: account.status,
  };
}

function subscriptionOf(account: AccountRow): Partial<Principal> {
  return {
    ...present('subscriptionId', account.subscription_id),
    ...present('price', account.price),
    ...present('currency', account.currency),
    ...present('dateStart', dateTime(account.date_start)),
    ...present('dateEnd', dateTime(account.date_end)),
    ...present('datePurchase', dateTime(account.date_purchase)),
  };
}

/** An object with the field, or without it if it has no value. */
function present<Name extends keyof Principal>(
  name: Name,
  value: string | null,
): { [Key in Name]?: string } {
  // The compiler takes a computed name for any string.
  return value === null ? {} : ({ [name]: value } as { [Key in Name]?: string });
}

function dateTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
