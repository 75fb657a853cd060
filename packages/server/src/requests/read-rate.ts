import { setTimeout } from 'node:timers/promises';

export interface ReadRateLimits {
  /** An account may read so much at once after a pause. */
  burstBytes: number;
  /** It may read so much from then on. */
  bytesPerSecond: number;
}

interface Bucket {
  /** The bytes that the account may read now; below 0 it has to wait. */
  credit: number;
  /** The time at which that was so. */
  atMs: number;
}

/** With so many accounts, those whose buckets are full are forgotten. */
const manyAccounts = 1000;

/**
 * Limits how fast each account reads large or compressed captures, by a token bucket. Each byte costs the event
 * loop, the thread and the garbage collector work at the expense of all others: a few readers that take captures
 * as fast as they can, again and again, would keep two processors busy. Hardly any network is faster than this.
 */
export class ReadRate {
  readonly #limits: ReadRateLimits;
  readonly #clock: () => number;
  readonly #buckets = new Map<number, Bucket>();

  constructor(limits: ReadRateLimits, clock = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts bytes that the account has read, or has had decoded. */
  count(accountId: number, bytes: number): void {
    if (this.#buckets.size >= manyAccounts) this.#forgetFull();
    const credit = this.#creditOf(accountId) - bytes;
    this.#buckets.set(accountId, { credit, atMs: this.#clock() });
  }

  /** The time that the account has to wait before it reads more. */
  waitMs(accountId: number): number {
    return (Math.max(0, -this.#creditOf(accountId)) / this.#limits.bytesPerSecond) * 1000;
  }

  /** Waits until the account may read more. */
  async mayRead(accountId: number): Promise<void> {
    // Less than a timer's step is no time.
    for (let waitMs = this.waitMs(accountId); waitMs >= 1; waitMs = this.waitMs(accountId)) {
      await setTimeout(waitMs, undefined, { ref: false });
    }
  }

  #creditOf(accountId: number): number {
    const { burstBytes, bytesPerSecond } = this.#limits;
    const bucket = this.#buckets.get(accountId);
    if (bucket === undefined) return burstBytes;
    const earned = ((this.#clock() - bucket.atMs) / 1000) * bytesPerSecond;
    return Math.min(burstBytes, bucket.credit + earned);
  }

  #forgetFull(): void {
    for (const accountId of this.#buckets.keys()) {
      if (this.#creditOf(accountId) >= this.#limits.burstBytes) this.#buckets.delete(accountId);
    }
  }
}
