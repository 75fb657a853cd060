import type { Selectable, Transaction } from 'kysely';
import type { AccountTable, Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * The account as it is now; until the transaction ends nobody else can lock, merge or delete it. Exact
 * limits count after this. Undefined where there is no such account.
 */
export async function findAndLockAccount(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<Selectable<AccountTable> | undefined> {
  return await transaction
    .updateTable('account')
    // Changes nothing. A write takes the row's lock in both databases; SQLite knows no `for update`.
    .set({ id: accountId })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The same for the account of a request. Throws `unauthenticated` where it has ended since the request
 * was let in, so that nothing is ever made for an account that is gone.
 */
export async function lockAccount(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<Selectable<AccountTable>> {
  const account = await findAndLockAccount(transaction, accountId);
  if (account === undefined) throw new ApiError('unauthenticated');
  return account;
}
