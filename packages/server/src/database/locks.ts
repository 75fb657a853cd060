import { sql } from 'kysely';
import type { AccountRow, Transaction } from './tables.ts';

/**
 * The account as it is now, or undefined if there is none; until the transaction ends no other one can lock,
 * merge or delete it. Exact limits count after this. Rows are locked in one order everywhere: the account of a person, teams
 * by id, then endpoints by id.
 */
export async function findAndLockAccount(
  transaction: Transaction,
  accountId: number,
): Promise<AccountRow | undefined> {
  return await transaction
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Until the transaction ends, others that lock the same name wait: a lock for things that have no row yet. In
 * SQLite the function does nothing, since transactions never run beside each other.
 */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  await sql`select lock_name(${name})`.execute(transaction);
}
