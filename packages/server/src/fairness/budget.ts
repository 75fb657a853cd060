import type { Gauge } from 'prom-client';
import { Overloaded } from './overloaded.ts';
import { Tally } from './tally.ts';
import { Turns } from './turns.ts';

export interface BudgetLimits {
  /** While this much is held, or more, only parties that hold nothing get anything. */
  total: number;
  /** While so much more is held, these get nothing either; 0 if it is not set. */
  reserve?: number;
  /** While a party holds this much, or more, it gets nothing. */
  perParty: number;
  /** So many reads of one party may wait; any number if it is not set. */
  mostWaiting?: number;
  /** The sentence for those who wait in vain. */
  sentence?: string;
  /** Which holders are cut off while others wait; none if it is not set. */
  cutting?: Cutting;
}

/** Readers that take too long are cut off while others wait. */
export interface Cutting {
  /** The time for which so much may be held untouched while others wait for want of the total. */
  timeForMs: (amount: number) => number;
  /** Whether that counts as well while the same party waits for want of its share. */
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
  /**
   * Gives it back. A second call does nothing.
   * @param usedMs counts for the party in place of the time since it was given, of which most may have been a wait for others
   */
  release(usedMs?: number): void;
}

interface Waiting {
  amount: number;
  go: (hold: Hold) => void;
  cut: () => void;
}

interface Held {
  party: number;
  amount: number;
  /** The time at which the amount was last set, or touched. */
  sinceMs: number;
  cut: () => void;
}

/**
 * Shares what may be held for a while, memory or turns, among parties (`parties.ts`). Of those that may have more, whoever has
 * used the least time goes first (`turns.ts`), so that many reads of one never hold up one read of another. A party
 * below both limits gets the whole amount that it asks for: so any amount fits, and all that is held never passes the total and
 * its reserve by more than one amount. While others wait for want of the total, readers that take too long are cut off: a few that take a byte now
 * and then would keep all others out.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #gauge: Gauge | undefined;
  readonly #clock: () => number;
  readonly #held = new Tally<number>();
  readonly #turns = new Turns<Waiting>();
  readonly #holds = new Set<Held>();
  #look: NodeJS.Timeout | undefined;

  /** The gauge shows the amount that is held; several budgets may share one. */
  constructor(limits: BudgetLimits, gauge?: Gauge, clock = () => performance.now()) {
    this.#limits = limits;
    this.#gauge = gauge;
    this.#clock = clock;
  }

  get held(): number {
    return this.#held.total;
  }

  /** Reads within the room for one, for a client that waits until its read is done. */
  async run<Result>(party: number, read: () => Promise<Result>): Promise<Result> {
    const hold = await this.acquire(party, 1);
    try {
      return await read();
    } finally {
      hold.release();
    }
  }

  /**
   * Waits until the party may hold that much.
   * @throws {Overloaded} if too many of the party's reads wait already, and if the client has gone
   */
  acquire(party: number, amount: number, client?: Client): Promise<Hold> {
    const { mostWaiting = Number.POSITIVE_INFINITY } = this.#limits;
    return new Promise((resolve, reject) => {
      const gone = client?.gone;
      if (gone?.aborted || this.#turns.waitingOf(party) >= mostWaiting)
        return reject(new Overloaded(this.#limits.sentence));
      const waiting: Waiting = {
        amount,
        cut: () => client?.cut(),
        go: (hold) => {
          gone?.removeEventListener('abort', leave);
          resolve(hold);
        },
      };
      const leave = () => {
        this.#turns.remove(party, waiting);
        reject(new Overloaded(this.#limits.sentence));
      };
      gone?.addEventListener('abort', leave);
      this.#turns.add(party, waiting);
      this.#grant();
    });
  }

  #grant(): void {
    const may = (party: number) => !this.#hasItsShare(party) && this.#isFree(party);
    for (let queue = this.#turns.begin(may); queue !== undefined; queue = this.#turns.begin(may)) {
      const next = queue.waiting.shift();
      this.#turns.ended(queue, 0);
      if (next !== undefined) next.go(this.#hold(queue.party, next));
    }
    if (!this.#turns.isEmpty) this.#lookForSlow();
  }

  #hasItsShare(party: number): boolean {
    return this.#held.of(party) >= this.#limits.perParty;
  }

  /** Whether there is room in the total for a party that has not its share yet. */
  #isFree(party: number): boolean {
    const { total, reserve = 0 } = this.#limits;
    return this.#held.total < (this.#held.has(party) ? total : total + reserve);
  }

  #hold(party: number, { amount, cut }: Waiting): Hold {
    const givenMs = this.#clock();
    const held: Held = { party, amount: 0, sinceMs: givenMs, cut };
    this.#holds.add(held);
    this.#set(held, amount);
    const resize = (to: number) => {
      if (!this.#holds.has(held)) return;
      this.#set(held, to);
      this.#grant();
    };
    const release = (usedMs = this.#clock() - givenMs) => {
      if (!this.#holds.has(held)) return;
      this.#turns.used(party, usedMs);
      resize(0);
      this.#holds.delete(held);
    };
    const touch = () => {
      held.sinceMs = this.#clock();
    };
    return { resize, touch, release };
  }

  #set(held: Held, amount: number): void {
    this.#held.add(held.party, amount - held.amount);
    this.#gauge?.inc(amount - held.amount);
    held.amount = amount;
    held.sinceMs = this.#clock();
  }

  /** Looks for slow readers as long as others wait. */
  #lookForSlow(): void {
    const { cutting } = this.#limits;
    if (cutting === undefined) return;
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      this.#cutSlow(cutting);
    }, cutting.lookEveryMs).unref();
  }

  #cutSlow({ timeForMs, cutsOwn }: Cutting): void {
    const waiting = this.#turns.waiting();
    if (waiting.length === 0) return;
    const wantTotal = waiting.some((party) => !this.#hasItsShare(party) && !this.#isFree(party));
    const wantShare = cutsOwn ? waiting.filter((party) => this.#hasItsShare(party)) : [];
    const now = this.#clock();
    for (const { party, amount, sinceMs, cut } of [...this.#holds]) {
      if (!wantTotal && !wantShare.includes(party)) continue;
      if (now - sinceMs > timeForMs(amount)) cut();
    }
    this.#lookForSlow();
  }
}
