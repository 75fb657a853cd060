import { setTimeout } from 'node:timers/promises';

export interface RateLimits {
  /** A party may use so much at once after a pause. */
  burst: number;
  /** It may use so much from then on. */
  perSecond: number;
}

interface Bucket {
  /** The amount that the party may use now; below 0 it has to wait. */
  credit: number;
  /** The time at which that was so. */
  atMs: number;
}

/** With so many parties, and then with twice as many as were left, those whose buckets are full are forgotten. */
const manyParties = 1000;

/** Limits how fast each party (`parties.ts`) uses something of which there is so much a second, by a token bucket. */
export class Rates {
  readonly #limits: RateLimits;
  readonly #clock: () => number;
  readonly #buckets = new Map<number, Bucket>();
  #many = manyParties;

  constructor(limits: RateLimits, clock = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts what the party has used. */
  count(party: number, amount: number): void {
    if (this.#buckets.size >= this.#many) this.#forgetFull();
    const credit = this.#creditOf(party) - amount;
    this.#buckets.set(party, { credit, atMs: this.#clock() });
  }

  /** The time that the party has to wait before it uses more. */
  waitMs(party: number): number {
    return (Math.max(0, -this.#creditOf(party)) / this.#limits.perSecond) * 1000;
  }

  /** Whether the party may use so much now; if so, it is counted. */
  take(party: number, amount: number): boolean {
    if (this.#creditOf(party) < amount) return false;
    this.count(party, amount);
    return true;
  }

  /** Waits until the party may use more. */
  async wait(party: number): Promise<void> {
    // Less than a timer's step is no time.
    for (let waitMs = this.waitMs(party); waitMs >= 1; waitMs = this.waitMs(party)) {
      await setTimeout(waitMs, undefined, { ref: false });
    }
  }

  #creditOf(party: number): number {
    const { burst, perSecond } = this.#limits;
    const bucket = this.#buckets.get(party);
    if (bucket === undefined) return burst;
    const earned = ((this.#clock() - bucket.atMs) / 1000) * perSecond;
    return Math.min(burst, bucket.credit + earned);
  }

  #forgetFull(): void {
    for (const party of this.#buckets.keys()) {
      if (this.#creditOf(party) >= this.#limits.burst) this.#buckets.delete(party);
    }
    this.#many = Math.max(manyParties, 2 * this.#buckets.size);
  }
}
