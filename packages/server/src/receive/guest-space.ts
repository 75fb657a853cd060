import { sql } from 'kysely';
import { StoreFull } from '../database/errors.ts';
import type { AccountRow } from '../database/tables.ts';
import { isFreeGuest } from '../fairness/parties.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';

/** Guests are anonymous, and one person can be many of them: they store nothing more above this part of the whole store. */
export const guestShare = 0.9;

/** Stands for the network of guests that began before networks were noted. */
const unknownNetwork = '';

/** The network in a row of `account` if it is a free guest's; else null. A guest that has paid is none. */
export const networkOfFreeGuest = sql<
  string | null
>`case when account.email is null and account.kind is null
    and (account.plan = 'free' or account.status = 'canceled')
  then coalesce(account.guest_network, ${sql.lit(unknownNetwork)}) end`;

/** The founder in a row of `account` if it is a free team's; else null. */
export const founderOfFreeTeam = sql<
  number | null
>`case when account.kind = 'team' and (account.plan = 'free' or account.status = 'canceled') then account.founder_id end`;

/** The store is too full for guests. Answered 507. */
export class GuestSpaceFull extends StoreFull {
  override name = 'GuestSpaceFull';
}

/** Refuses guests while the store is nearly full, so that accounts go on. */
export class GuestSpace {
  readonly #store: Pick<Parts['store'], 'usedShare'>;
  readonly #endpoints: Pick<KnownEndpoints, 'lookUp'>;

  constructor(store: Pick<Parts['store'], 'usedShare'>, endpoints: Pick<KnownEndpoints, 'lookUp'>) {
    this.#store = store;
    this.#endpoints = endpoints;
  }

  /** Whether an endpoint, as far as it is known, may store a capture. */
  hasRoomFor({ guestNetwork }: KnownEndpoint): boolean {
    return guestNetwork === undefined || this.#store.usedShare() <= guestShare;
  }

  /**
   * The same after the account was read anew: its guest may have registered meanwhile.
   * @throws {GuestSpaceFull} if there is no room
   */
  async checkAgain(endpoint: KnownEndpoint): Promise<void> {
    if (this.hasRoomFor(endpoint)) return;
    await this.#endpoints.lookUp(endpoint.token);
    if (!this.hasRoomFor(endpoint)) throw new GuestSpaceFull('The store is too full for guests');
  }
}

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
