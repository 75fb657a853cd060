import type { Logger } from 'pino';
import type { CommittedCapture } from '../capture-log/announcements.ts';
import type { Store } from '../store/store.ts';
import type { Limits } from './limits.ts';

const mebibyte = 1024 * 1024;

export interface OverflowBounds {
  /** After each so many bytes that one account stored, all that it holds is looked at. */
  lookEveryBytes: number;
  /** An account may hold so much more than its plan keeps before its captures wait. */
  mostBytesBeyond: number;
}

export const defaultOverflowBounds: OverflowBounds = {
  lookEveryBytes: 32 * mebibyte,
  mostBytesBeyond: 64 * mebibyte,
};

interface OverflowParts {
  store: Pick<Store, 'db' | 'captures'>;
  limits: Pick<Limits, 'bytesBeyond' | 'removeBytes'>;
  bounds: OverflowBounds;
  log: Logger;
}

/**
 * Bounds how far an account gets beyond what its plan keeps, however fast it captures. The rounds of the
 * retention are for everyday life: large bodies can come in faster than they go. An account that is far
 * beyond is trimmed at once, and its captures wait meanwhile; those of all others do not.
 *
 * So it overshoots by `mostBytesBeyond` and `lookEveryBytes` at the most on each node, and by captures on their way.
 */
export class Overflow {
  readonly #parts: OverflowParts;
  /** Bytes stored since the last look, by account. */
  readonly #stored = new Map<number, number>();
  readonly #looking = new Set<number>();
  /** The endpoints whose captures wait, with the end of the wait. By endpoint, since that may change its account. */
  readonly #waiting = new Map<number, Promise<void>>();
  readonly #stopListening: () => void;
  #closed = false;

  constructor(parts: OverflowParts) {
    this.#parts = parts;
    this.#stopListening = parts.store.captures.onStored((captures) => this.#count(captures));
  }

  /** Resolves when captures of the endpoint may go on; undefined if they need not wait. */
  relieved(endpointId: number): Promise<void> | undefined {
    return this.#waiting.size === 0 ? undefined : this.#waiting.get(endpointId);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
  }

  #count(captures: readonly CommittedCapture[]): void {
    for (const { accountId, capture } of captures) {
      const bytes = (this.#stored.get(accountId) ?? 0) + capture.bodySize + capture.headers.length;
      if (bytes < this.#parts.bounds.lookEveryBytes || this.#looking.has(accountId)) {
        this.#stored.set(accountId, bytes);
        continue;
      }
      this.#stored.delete(accountId);
      void this.#relieve(accountId);
    }
  }

  /** Forgets the bytes that were counted: a round of the retention looks at these accounts. */
  forget(): void {
    this.#stored.clear();
  }

  async #relieve(accountId: number): Promise<void> {
    const { limits, bounds, log } = this.#parts;
    this.#looking.add(accountId);
    const relief = Promise.withResolvers<void>();
    const held = new Set<number>();
    try {
      while (!this.#closed && (await limits.bytesBeyond(accountId)) > bounds.mostBytesBeyond) {
        for (const id of await this.#endpointsOf(accountId)) {
          held.add(id);
          this.#waiting.set(id, relief.promise);
        }
        const { removed } = await limits.removeBytes(accountId, true);
        if (removed === 0) return;
      }
    } catch (err) {
      if (!this.#closed)
        log.error({ err }, 'retention: could not trim an account far beyond its plan');
    } finally {
      for (const id of held) this.#waiting.delete(id);
      this.#looking.delete(accountId);
      relief.resolve();
    }
  }

  async #endpointsOf(accountId: number): Promise<number[]> {
    const rows = await this.#parts.store.db
      .selectFrom('endpoint')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    return rows.map(({ id }) => id);
  }
}
