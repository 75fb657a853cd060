import { setTimeout } from 'node:timers/promises';

export interface PaceLimits {
  /** What an account may read at once after a pause, in bytes. */
  burst: number;
  /** What it may read from then on, in bytes a second. */
  perSecond: number;
}

interface Account {
  /** What it may read now; below 0 it rests. */
  credit: number;
  /** When that was so, in milliseconds. */
  at: number;
}

/** So many accounts are looked through for those that are as good as new. */
const MANY_ACCOUNTS = 1_000;

/**
 * How fast each account reads large or compressed captures. What they cost is work of the event loop, the thread
 * and the memory's collector, each byte of it at the expense of all others: a few readers that take it as fast as
 * they can, again and again, would keep two processors busy. No network that somebody reads over is much faster.
 */
export class ReadingPace {
  readonly #limits: PaceLimits;
  readonly #clock: () => number;
  readonly #accounts = new Map<number, Account>();

  constructor(limits: PaceLimits, clock = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The account has read that much, or has had it decoded. */
  count(accountId: number, bytes: number): void {
    if (this.#accounts.size >= MANY_ACCOUNTS) this.#forget();
    const credit = this.#creditOf(accountId) - bytes;
    this.#accounts.set(accountId, { credit, at: this.#clock() });
  }

  /** How long it has to wait before it reads more, in milliseconds. */
  restOf(accountId: number): number {
    return (Math.max(0, -this.#creditOf(accountId)) / this.#limits.perSecond) * 1_000;
  }

  /** Waits for that long. */
  async rested(accountId: number): Promise<void> {
    // What is less than a timer's step away is now.
    for (let rest = this.restOf(accountId); rest >= 1; rest = this.restOf(accountId)) {
      await setTimeout(rest, undefined, { ref: false });
    }
  }

  #creditOf(accountId: number): number {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return this.#limits.burst;
    const { burst, perSecond } = this.#limits;
    const earned = ((this.#clock() - account.at) / 1_000) * perSecond;
    return Math.min(burst, account.credit + earned);
  }

  #forget(): void {
    for (const accountId of this.#accounts.keys()) {
      if (this.#creditOf(accountId) >= this.#limits.burst) this.#accounts.delete(accountId);
    }
  }
}
