import type { Gauge } from 'prom-client';
import { Overloaded } from './overloaded.ts';
import { Tally } from './tally.ts';

export interface BudgetLimits {
  /** While this much is held, or more, everybody waits. */
  total: number;
  /** While a party holds this much, or more, it waits. */
  perParty: number;
  /** So many of one party may wait; any number if it is not set. */
  mostWaiting?: number;
  /** The sentence for those who wait in vain. */
  sentence?: string;
}

/** A reader: a client's connection. */
export interface Client {
  /** Aborted when it was answered or has gone. */
  gone: AbortSignal;
  /** Ends the connection, or another holder of the budget. */
  cut: () => void;
}

/** A part of the budget that somebody holds. */
export interface Hold {
  /** Corrects the amount, which was a guess. */
  resize(amount: number): void;
  /** Gives it back. A second call does nothing. */
  release(): void;
}

interface Waiting {
  party: number;
  amount: number;
  go: (hold: Hold) => void;
}

/**
 * What may be held at once, memory or turns: of all, and of a party (`parties.ts`). Whoever may not have it waits, and is served in the
 * order of coming. A party below both limits gets the whole amount that it asks for: so any amount fits, and all that is
 * held never passes the total by more than one amount.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #gauge: Gauge | undefined;
  readonly #held = new Tally<number>();
  readonly #waiting = new Set<Waiting>();
  readonly #waitingOf = new Tally<number>();

  /** The gauge shows the amount that is held; several budgets may share one. */
  constructor(limits: BudgetLimits, gauge?: Gauge) {
    this.#limits = limits;
    this.#gauge = gauge;
  }

  get held(): number {
    return this.#held.total;
  }

  /** Reads within the room for one, for a client that waits until its read is done. */
  async run<Result>(
    party: number,
    read: () => Promise<Result>,
    gone?: AbortSignal,
  ): Promise<Result> {
    const hold = await this.acquire(party, 1, { gone });
    try {
      return await read();
    } finally {
      hold.release();
    }
  }

  /**
   * Waits until the party may hold that much.
   * @throws {Overloaded} if too many of the party wait already, and if the client has gone
   */
  acquire(
    party: number,
    amount: number,
    client?: { gone?: AbortSignal | undefined },
  ): Promise<Hold> {
    const { mostWaiting = Number.POSITIVE_INFINITY, sentence } = this.#limits;
    return new Promise((resolve, reject) => {
      const gone = client?.gone;
      if (gone?.aborted || this.#waitingOf.of(party) >= mostWaiting)
        return reject(new Overloaded(sentence));
      const leave = (): void => {
        gone?.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiting);
        this.#waitingOf.add(party, -1);
      };
      const giveUp = (): void => {
        leave();
        reject(new Overloaded(sentence));
      };
      const go = (hold: Hold): void => {
        leave();
        resolve(hold);
      };
      const waiting: Waiting = { party, amount, go };
      gone?.addEventListener('abort', giveUp);
      this.#waiting.add(waiting);
      this.#waitingOf.add(party, 1);
      this.#grant();
    });
  }

  #grant(): void {
    const { total, perParty } = this.#limits;
    for (const { party, amount, go } of this.#waiting) {
      if (this.#held.total >= total) return;
      if (this.#held.of(party) < perParty) go(this.#hold(party, amount));
    }
  }

  #hold(party: number, amount: number): Hold {
    let held = 0;
    let isReleased = false;
    const set = (to: number): void => {
      this.#held.add(party, to - held);
      this.#gauge?.inc(to - held);
      held = to;
    };
    set(amount);
    const resize = (to: number): void => {
      if (isReleased) return;
      set(to);
      this.#grant();
    };
    const release = (): void => {
      resize(0);
      isReleased = true;
    };
    return { resize, release };
  }
}
