import type { Selectable, Transaction } from 'kysely';
import type { AccountTable, Tables } from './tables.ts';

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
