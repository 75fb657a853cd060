import type { Gauge } from 'prom-client';
import { ApiError } from '../http/api-error.ts';

export interface ReadBudgetLimits {
  /** While this much is held, or more, only accounts that hold nothing get anything. */
  total: number;
  /** While so much more is held, these get nothing either. */
  reserve: number;
  /** While an account holds this much, or more, it gets nothing. */
  perAccount: number;
  /** The reads of one account that may wait. */
  mostWaiting: number;
  /** The time for which so much may be held untouched while others wait for want of the total. */
  timeForMs: (amount: number) => number;
  /** Whether that counts as well while the same account waits for want of its share. */
  cutsOwn: boolean;
  /** The time between two looks for those that hold it for longer. */
  lookEveryMs: number;
}

/** A reader: a client's connection. */
export interface Client {
  /** Aborted when it was answered or has gone. */
  gone: AbortSignal;
  /** Ends the connection, or another holder of the budget. */
  cut: () => void;
}

/** A part of the budget that a read holds. */
export interface Hold {
  /** Corrects the amount, which was a guess. */
  resize(amount: number): void;
  /** The reader has taken something: it is not slow. */
  touch(): void;
  /** Gives it back. A second call does nothing. */
  release(): void;
}

interface Waiting {
  amount: number;
  go: (hold: Hold) => void;
  cut: () => void;
}

interface Held {
  accountId: number;
  amount: number;
  /** The time at which the amount was last set, or touched. */
  sinceMs: number;
  cut: () => void;
}

/**
 * Shares the memory that readers of captures may hold among accounts. Accounts that may have more get it in turn, so
 * that many reads of one never hold up one read of another. An account below both limits gets the whole amount that
 * it asks for: so any amount fits, and all that is held never passes the total and its reserve by more than one
 * amount. While others wait for want of the total, readers that take too long are cut off: a few that take a byte now
 * and then would keep all others out.
 */
export class ReadBudget {
  readonly #limits: ReadBudgetLimits;
  readonly #gauge: Gauge | undefined;
  readonly #heldBy = new Map<number, number>();
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #holds = new Set<Held>();
  #held = 0;
  #look: NodeJS.Timeout | undefined;

  /** The gauge shows the amount that is held; several budgets may share one. */
  constructor(limits: ReadBudgetLimits, gauge?: Gauge) {
    this.#limits = limits;
    this.#gauge = gauge;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * Waits until the account may hold that much.
   * @throws {ApiError} `overloaded` if too many of the account's reads wait already, and if the client has gone
   */
  acquire(accountId: number, amount: number, { gone, cut }: Client): Promise<Hold> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(accountId) ?? [];
      if (gone.aborted || queue.length >= this.#limits.mostWaiting) return reject(overloaded());
      const waiting: Waiting = {
        amount,
        cut,
        go: (hold) => {
          gone.removeEventListener('abort', leave);
          resolve(hold);
        },
      };
      const leave = () => {
        this.#remove(accountId, waiting);
        reject(overloaded());
      };
      gone.addEventListener('abort', leave);
      queue.push(waiting);
      this.#waiting.set(accountId, queue);
      this.#grant();
    });
  }

  #grant(): void {
    for (const [accountId, queue] of this.#waiting) {
      if (this.#hasItsShare(accountId) || !this.#isFree(accountId)) {
        this.#lookForSlow();
        continue;
      }
      const next = queue.shift();
      // The loop goes on to accounts that are put last while it runs.
      this.#putLast(accountId);
      if (next !== undefined) next.go(this.#hold(accountId, next));
    }
  }

  /** The next turn of the account comes after that of all others. */
  #putLast(accountId: number): void {
    const queue = this.#waiting.get(accountId);
    if (queue === undefined) return;
    this.#waiting.delete(accountId);
    if (queue.length > 0) this.#waiting.set(accountId, queue);
  }

  #hasItsShare(accountId: number): boolean {
    return (this.#heldBy.get(accountId) ?? 0) >= this.#limits.perAccount;
  }

  /** Whether there is room in the total for an account that has not its share yet. */
  #isFree(accountId: number): boolean {
    const { total, reserve } = this.#limits;
    return this.#held < (this.#heldBy.has(accountId) ? total : total + reserve);
  }

  #hold(accountId: number, { amount, cut }: Waiting): Hold {
    const held: Held = { accountId, amount: 0, sinceMs: 0, cut };
    this.#holds.add(held);
    this.#set(held, amount);
    const resize = (to: number) => {
      if (!this.#holds.has(held)) return;
      this.#set(held, to);
      this.#grant();
    };
    const release = () => {
      // An account that held it for long goes behind those that came meanwhile.
      if (this.#holds.has(held)) this.#putLast(accountId);
      resize(0);
      this.#holds.delete(held);
    };
    const touch = () => {
      held.sinceMs = performance.now();
    };
    return { resize, touch, release };
  }

  #set(held: Held, amount: number): void {
    const heldBy = (this.#heldBy.get(held.accountId) ?? 0) + amount - held.amount;
    if (heldBy === 0) this.#heldBy.delete(held.accountId);
    else this.#heldBy.set(held.accountId, heldBy);
    this.#held += amount - held.amount;
    this.#gauge?.inc(amount - held.amount);
    held.amount = amount;
    held.sinceMs = performance.now();
  }

  /** Looks for slow readers as long as others wait. */
  #lookForSlow(): void {
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      const waiting = [...this.#waiting.keys()];
      if (waiting.length === 0) return;
      const wantTotal = waiting.some((id) => !this.#hasItsShare(id) && !this.#isFree(id));
      const wantShare = this.#limits.cutsOwn ? waiting.filter((id) => this.#hasItsShare(id)) : [];
      const now = performance.now();
      for (const { accountId, amount, sinceMs, cut } of [...this.#holds]) {
        if (!wantTotal && !wantShare.includes(accountId)) continue;
        if (now - sinceMs > this.#limits.timeForMs(amount)) cut();
      }
      this.#lookForSlow();
    }, this.#limits.lookEveryMs).unref();
  }

  #remove(accountId: number, waiting: Waiting): void {
    const queue = this.#waiting.get(accountId);
    const place = queue?.indexOf(waiting) ?? -1;
    if (place >= 0) queue?.splice(place, 1);
    if (queue?.length === 0) this.#waiting.delete(accountId);
  }
}

function overloaded(): ApiError {
  return new ApiError('overloaded', { sentence: 'Too many requests are being read at once' });
}
