import type { Transaction } from 'kysely';
import { findAndLockAccount } from '../database/lock-account.ts';
import type { Tables } from '../database/tables.ts';
import { removeAccount } from './remove-account.ts';
import { endSession, findSession, isGuest } from './sessions.ts';

/**
 * Ends the session that the browser had until now, if any. A guest's endpoints move into the account,
 * with all they captured and whatever its plan allows, and the guest ends. Part of the transaction
 * that begins the new session: either all of it happens or nothing.
 */
export async function replaceSession(
  transaction: Transaction<Tables>,
  formerValue: string | undefined,
  accountId: number,
  now: number,
): Promise<void> {
  if (formerValue === undefined) return;
  const former = await findSession(transaction, formerValue, now);
  if (former === undefined) return;
  if (isGuest(former.account)) await mergeGuest(transaction, former.account.id, accountId);
  else await endSession(transaction, former.session.id);
}

async function mergeGuest(
  transaction: Transaction<Tables>,
  guestId: number,
  accountId: number,
): Promise<void> {
  // Whoever merges it at the same moment waits here and then finds it gone.
  if ((await findAndLockAccount(transaction, guestId)) === undefined) return;
  await transaction
    .updateTable('endpoint')
    .set({ account_id: accountId })
    .where('account_id', '=', guestId)
    .execute();
  await removeAccount(transaction, guestId);
}
