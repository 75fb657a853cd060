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

/** An endpoint that an account has, or is to have. */
export interface EndpointOfAccount {
  accountId: number;
  token: string;
}

interface LockedEndpoint {
  id: number;
  settings_version: number;
}

/**
 * The endpoint as it is now, or undefined if there is none. Its captures, and other changes of its settings, wait until the
 * transaction ends.
 */
export async function lockSettings(
  transaction: Transaction,
  endpoint: EndpointOfAccount | { id: number },
): Promise<LockedEndpoint | undefined> {
  const rows = transaction.selectFrom('endpoint').select(['id', 'settings_version']);
  const found =
    'id' in endpoint
      ? rows.where('id', '=', endpoint.id)
      : rows.where('token', '=', endpoint.token).where('account_id', '=', endpoint.accountId);
  return await found.forNoKeyUpdate().executeTakeFirst();
}

/** Gives the next version, under which the settings of the locked endpoint have to be written. */
export async function raiseSettingsVersion(
  transaction: Transaction,
  { id, settings_version }: LockedEndpoint,
): Promise<number> {
  const version = settings_version + 1;
  await transaction
    .updateTable('endpoint')
    .set({ settings_version: version })
    .where('id', '=', id)
    .execute();
  return version;
}
