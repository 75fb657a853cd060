import type { AccountRow } from '../database/tables.ts';
import { isFreeGuest } from '../fairness/parties.ts';
import type { Parts } from '../parts.ts';
import { measureNetwork } from '../receive/guest-measurement.ts';
import { guestLimitsOf } from '../receive/guest-space.ts';
import { Refusal } from '../refusal.ts';

/** The bytes of a network are measured so often at most: that takes the longer the more guests it has. */
export const measureIntervalMs = 1000;
/** So many networks are remembered. */
export const mostNetworks = 1000;

/** Room in the store for settings, as there must be for captures: the bounds of guests' space are for both. */
export class SettingsRoom {
  readonly #parts: Pick<Parts, 'store' | 'config'>;
  /** The bytes of networks as they were measured last, and of the documents since. */
  readonly #known = new Map<string, { bytes: number; measuredAt: number }>();

  constructor(parts: Pick<Parts, 'store' | 'config'>) {
    this.#parts = parts;
  }

  /**
   * Checks that there is room for a document.
   * @throws {StoreFull} at the size limit
   * @throws {Refusal} `guestSpaceFull` if guests have used up theirs
   */
  async take(account: AccountRow, documentBytes: number): Promise<void> {
    const { store, config } = this.#parts;
    // It writes a row, and may find that there is room again.
    if (store.isFull()) await store.checkWritable();
    if (!isFreeGuest(account)) return;
    const { storeShare, networkBytes } = guestLimitsOf(config);
    if (store.usedShare() > storeShare) throw new Refusal('guestSpaceFull');
    if (account.guest_network === null) return;
    const known = await this.#bytesOf(account.guest_network);
    if (known.bytes > networkBytes) throw new Refusal('guestSpaceFull');
    known.bytes += documentBytes;
  }

  async #bytesOf(network: string): Promise<{ bytes: number }> {
    const known = this.#known.get(network);
    const now = performance.now();
    if (known !== undefined && now - known.measuredAt < measureIntervalMs) return known;
    if (this.#known.size >= mostNetworks) this.#known.clear();
    const measured = {
      bytes: await measureNetwork(this.#parts.store.db, network),
      measuredAt: now,
    };
    this.#known.set(network, measured);
    return measured;
  }
}
