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
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
