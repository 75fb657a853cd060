/** The work of one account that waits for its turn. */
export interface AccountQueue<Work> {
  readonly accountId: number;
  /** The next one first. */
  readonly waiting: Work[];
  /** In milliseconds, counted as `#nowMs` is. */
  usedMs: number;
}

/**
 * Work that waits, by account. The next turn is always for the account that has used the least time, and no account saves
 * up time by asking for nothing.
 */
export class AccountQueues<Work> {
  readonly #queues = new Map<number, AccountQueue<Work>>();
  /** The time that accounts without work have used, if it is more than `#nowMs`. */
  readonly #absent = new Map<number, number>();
  /** The time that the account of the last turn had used before it. Accounts that come begin there. */
  #nowMs = 0;

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  waitingOf(accountId: number): number {
    return this.#queues.get(accountId)?.waiting.length ?? 0;
  }

  add(accountId: number, work: Work): void {
    const queue = this.#queues.get(accountId);
    if (queue !== undefined) {
      queue.waiting.push(work);
      return;
    }
    const usedMs = Math.max(this.#absent.get(accountId) ?? 0, this.#nowMs);
    this.#absent.delete(accountId);
    this.#queues.set(accountId, { accountId, waiting: [work], usedMs });
  }

  remove(accountId: number, work: Work): void {
    const waiting = this.#queues.get(accountId)?.waiting ?? [];
    const at = waiting.indexOf(work);
    if (at !== -1) waiting.splice(at, 1);
  }

  /** Begins the turn of the account that has used the least; `ended` must follow. `undefined` if nobody waits. */
  begin(): AccountQueue<Work> | undefined {
    let least: AccountQueue<Work> | undefined;
    for (const queue of this.#queues.values()) {
      if (least === undefined || queue.usedMs < least.usedMs) least = queue;
    }
    if (least !== undefined) this.#nowMs = least.usedMs;
    return least;
  }

  /** Ends a turn that took so long. */
  ended(queue: AccountQueue<Work>, tookMs: number): void {
    queue.usedMs += tookMs;
    if (queue.waiting.length > 0) return;
    this.#queues.delete(queue.accountId);
    this.#absent.set(queue.accountId, queue.usedMs);
    for (const [id, usedMs] of this.#absent) if (usedMs <= this.#nowMs) this.#absent.delete(id);
  }
}
