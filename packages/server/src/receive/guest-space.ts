import { StoreFull } from '../database/errors.ts';
import type { Parts } from '../parts.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';

/** Guests are anonymous, and one person can be many of them: they store nothing more above this part of the whole store. */
export const guestShare = 0.9;

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
