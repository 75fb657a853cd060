import type { Kysely, Selectable, Transaction } from 'kysely';
import { forgetPayments, lockSubscriptionsOf } from '../billing/public.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { lockAccount } from '../http/caller.ts';
import type { Passwords } from './passwords.ts';
import { removeAccount } from './remove-account.ts';
import { endSessions } from './sessions.ts';

type AccountRow = Selectable<AccountTable>;

/** Sets a new password and ends all other sessions. Throws `wrongPassword`, for a guest always. */
export async function changePassword(
  db: Kysely<Tables>,
  passwords: Passwords,
  account: AccountRow,
  sessionId: number,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await checkPassword(passwords, account, currentPassword);
  const newHash = await passwords.hash(newPassword);
  await inTransaction(db, async (transaction) => {
    await lockUnchanged(transaction, account);
    await transaction
      .updateTable('account')
      .set({ password_hash: newHash })
      .where('id', '=', account.id)
      .execute();
    await endSessions(transaction, account.id, sessionId);
  });
}

/** Deletes the account with all that was its own. A registered one gives its password: else `wrongPassword`. */
export async function deleteOwnAccount(
  db: Kysely<Tables>,
  passwords: Passwords,
  account: AccountRow,
  password: string | undefined,
  now: number,
): Promise<void> {
  if (account.email !== null) {
    if (password === undefined) {
      throw new ApiError('invalidInput', { sentence: 'password is required' });
    }
    await checkPassword(passwords, account, password);
  }
  await inTransaction(db, async (transaction) => {
    await lockSubscriptionsOf(transaction, account.id);
    await lockUnchanged(transaction, account);
    await forgetPayments(transaction, account.id, now);
    await removeAccount(transaction, account.id);
  });
}

async function checkPassword(
  passwords: Passwords,
  account: AccountRow,
  password: string,
): Promise<void> {
  if (!(await passwords.verify(password, account.password_hash))) {
    throw new ApiError('wrongPassword');
  }
}

/** The password that was checked may have been replaced while its hash was computed. */
async function lockUnchanged(
  transaction: Transaction<Tables>,
  { id, password_hash }: AccountRow,
): Promise<void> {
  const account = await lockAccount(transaction, id);
  if (account.password_hash !== password_hash) throw new ApiError('wrongPassword');
}
