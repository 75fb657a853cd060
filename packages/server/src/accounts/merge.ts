import { isGuest } from '../account-kind.ts';
import { lockSubscriptionsOf, movePayments, type PaymentSettings } from '../billing/public.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Transaction } from '../database/tables.ts';
import { moveEndpoints } from '../endpoints/public.ts';
import { lockAccount } from '../http/caller.ts';
import { removeAccount } from './accounts.ts';
import { endSession, findSession } from './sessions.ts';

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
