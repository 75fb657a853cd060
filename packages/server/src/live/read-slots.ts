/** The reads that run at once: of all accounts together, and of one. */
export interface SlotLimits {
  total: number;
  perAccount: number;
}

/**
 * Lets a limited number of reads run at once, those of an account first come first served, accounts in turn: an
 * account with thousands of streams does not hold up one with a single stream. Reads that wait hold nothing.
 */
export class ReadSlots {
  readonly #limits: SlotLimits;
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #runningBy = new Map<number, number>();
  #running = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  async run<Result>(accountId: number, read: () => Promise<Result>): Promise<Result> {
    await this.#turn(accountId);
    try {
      return await read();
    } finally {
      this.#count(accountId, -1);
      this.#grant();
    }
  }

  #turn(accountId: number): Promise<void> {
    return new Promise((go) => {
      const queue = this.#waiting.get(accountId);
      if (queue === undefined) this.#waiting.set(accountId, [go]);
      else queue.push(go);
      this.#grant();
    });
  }

  #grant(): void {
    for (const [accountId, queue] of this.#waiting) {
      if (this.#running >= this.#limits.total) return;
      if ((this.#runningBy.get(accountId) ?? 0) >= this.#limits.perAccount) continue;
      const go = queue.shift();
      // Its next turn comes after that of all others; the loop goes on to accounts that are put last while it runs.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
      this.#count(accountId, 1);
      go?.();
    }
  }

  #count(accountId: number, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningBy.get(accountId) ?? 0) + change;
    if (running === 0) this.#runningBy.delete(accountId);
    else this.#runningBy.set(accountId, running);
  }
}
