import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { deleteEndpointsOf } from '../endpoints/public.ts';
import { deleteApiKeysOf } from '../keys/public.ts';
import { endSessions } from './sessions.ts';

/**
 * Removes the account and all that was its own. Lock the account first, so that nothing is added meanwhile.
 * A subscription that it has is left to whoever the provider's events name next.
 */
export async function removeAccount(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<void> {
  await deleteEndpointsOf(transaction, accountId);
  await deleteApiKeysOf(transaction, accountId);
  await endSessions(transaction, accountId);
  await transaction.deleteFrom('account').where('id', '=', accountId).execute();
}
