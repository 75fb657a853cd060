import type { AccountRow } from '../database/tables.ts';
import { isFreeGuest } from '../fairness/parties.ts';
import type { Parts } from '../parts.ts';
import { guestShare } from '../receive/guest-space.ts';
import { Refusal } from '../refusal.ts';

/**
 * Checks that there is room in the store for settings, as there must be for captures.
 * @throws {StoreFull} at the size limit
 * @throws {Refusal} `guestSpaceFull` if there is none for guests
 */
export async function checkRoomForSettings(
  { store }: Pick<Parts, 'store'>,
  account: AccountRow,
): Promise<void> {
  // It writes a row, and may find that there is room again.
  if (store.isFull()) await store.checkWritable();
  if (isFreeGuest(account) && store.usedShare() > guestShare) throw new Refusal('guestSpaceFull');
}
