import { StoreUnavailable } from '../database/errors.ts';
import type { Scope, SearchQuery, SearchStep } from './capture-log.ts';

/** A step, and the time that it took of its thread. */
export interface TimedStep extends SearchStep {
  tookMs: number;
}

interface WaitingStep {
  start: () => Promise<number>;
}

interface Queue {
  waiting: WaitingStep[];
  /** The time that the account has used, counted as `#nowMs` is. */
  usedMs: number;
}

/** Each stream or list waits for one step at a time; an account that asks for more does not wait, it is refused. */
const mostWaitingPerAccount = 1000;

/**
 * Gives the steps of all searches their turns: one at a time, always for the account that has used the least time.
 * Between two steps the thread answers its other questions. Accounts save up no time by searching for nothing.
 */
export class SearchTurns {
  readonly #step: (scope: Scope, query: SearchQuery) => Promise<TimedStep>;
  readonly #queues = new Map<number, Queue>();
  /** The time that accounts without steps have used, if it is more than `#nowMs`. */
  readonly #absent = new Map<number, number>();
  /** The time that the account of the last step had used before it. Accounts that come begin there. */
  #nowMs = 0;
  #isBusy = false;

  constructor(step: (scope: Scope, query: SearchQuery) => Promise<TimedStep>) {
    this.#step = step;
  }

  /**
   * Runs a step in its turn. A step that has begun goes on to its end, even if nobody wants it any more.
   * @throws {StoreUnavailable} once the signal is aborted
   * @throws {StoreUnavailable} if too many steps of the account wait
   */
  search(scope: Scope, query: SearchQuery, signal?: AbortSignal): Promise<SearchStep> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(givenUp());
      const waiting: WaitingStep = {
        start: async () => {
          try {
            const { tookMs, ...step } = await this.#step(scope, query);
            resolve(step);
            return tookMs;
          } catch (error) {
            reject(error);
            return 0;
          } finally {
            signal?.removeEventListener('abort', giveUp);
          }
        },
      };
      const giveUp = () => {
        this.#remove(scope.accountId, waiting);
        reject(givenUp());
      };
      if (!this.#add(scope.accountId, waiting)) {
        return reject(new StoreUnavailable('Too many searches of the account wait'));
      }
      signal?.addEventListener('abort', giveUp, { once: true });
      void this.#goOn();
    });
  }

  #add(accountId: number, waiting: WaitingStep): boolean {
    const queue = this.#queues.get(accountId);
    if (queue !== undefined) {
      if (queue.waiting.length >= mostWaitingPerAccount) return false;
      queue.waiting.push(waiting);
      return true;
    }
    const usedMs = Math.max(this.#absent.get(accountId) ?? 0, this.#nowMs);
    this.#absent.delete(accountId);
    this.#queues.set(accountId, { waiting: [waiting], usedMs });
    return true;
  }

  #remove(accountId: number, waiting: WaitingStep): void {
    const queue = this.#queues.get(accountId);
    const at = queue?.waiting.indexOf(waiting) ?? -1;
    if (at !== -1) queue?.waiting.splice(at, 1);
  }

  async #goOn(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#leastUsed(); next !== undefined; next = this.#leastUsed()) {
      const [accountId, queue] = next;
      this.#nowMs = queue.usedMs;
      const step = queue.waiting.shift();
      if (step !== undefined) queue.usedMs += await step.start();
      if (queue.waiting.length === 0) this.#leave(accountId, queue);
    }
    this.#isBusy = false;
  }

  #leave(accountId: number, { usedMs }: Queue): void {
    this.#queues.delete(accountId);
    this.#absent.set(accountId, usedMs);
    for (const [id, used] of this.#absent) if (used <= this.#nowMs) this.#absent.delete(id);
  }

  #leastUsed(): [number, Queue] | undefined {
    let least: [number, Queue] | undefined;
    for (const entry of this.#queues) {
      if (least === undefined || entry[1].usedMs < least[1].usedMs) least = entry;
    }
    return least;
  }
}

function givenUp(): StoreUnavailable {
  return new StoreUnavailable('The search was given up');
}
