import type { Selectable } from 'kysely';
import type { AccountTable } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { measureNetwork } from '../receive/guest-measurement.ts';
import { guestLimitsOf } from '../receive/guest-space.ts';

/**
 * Checks that the store has room for settings, as it must for captures: the bounds of guests' space are for both.
 * @throws {StoreFull} at the size limit
 * @throws {ApiError} `guestSpaceFull` if guests have used up theirs
 */
export async function checkRoom(
  { store, config }: Pick<Parts, 'store' | 'config'>,
  account: Selectable<AccountTable>,
): Promise<void> {
  await store.checkWritable();
  const isFreeGuest =
    account.email === null && (account.plan === 'free' || account.status === 'canceled');
  if (!isFreeGuest) return;
  const { storeShare, networkBytes } = guestLimitsOf(config);
  if (store.usedShare() > storeShare) throw new ApiError('guestSpaceFull');
  if (account.guest_network === null) return;
  if ((await measureNetwork(store.db, account.guest_network)) > networkBytes) {
    throw new ApiError('guestSpaceFull');
  }
}
