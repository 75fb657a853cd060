import { StoreUnavailable } from '../database/errors.ts';
import { AccountQueues } from './account-queues.ts';
import type { Scope, SearchQuery, SearchStep } from './capture-log.ts';

/** A step, and the time that it took of its thread. */
export interface TimedStep extends SearchStep {
  tookMs: number;
}

interface WaitingStep {
  start: () => Promise<number>;
}

/** Each stream or list waits for one step at a time; an account that asks for more does not wait, it is refused. */
const mostWaitingPerAccount = 1000;

/**
 * Gives the steps of all searches their turns: one at a time, always for the account that has used the least time.
 * Between two steps the thread answers its other questions.
 */
export class SearchTurns {
  readonly #step: (scope: Scope, query: SearchQuery) => Promise<TimedStep>;
  readonly #queues = new AccountQueues<WaitingStep>();
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
        this.#queues.remove(scope.accountId, waiting);
        reject(givenUp());
      };
      if (this.#queues.waitingOf(scope.accountId) >= mostWaitingPerAccount) {
        return reject(new StoreUnavailable('Too many searches of the account wait'));
      }
      this.#queues.add(scope.accountId, waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
      void this.#goOn();
    });
  }

  async #goOn(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let queue = this.#queues.begin(); queue !== undefined; queue = this.#queues.begin()) {
      const step = queue.waiting.shift();
      this.#queues.ended(queue, step === undefined ? 0 : await step.start());
    }
    this.#isBusy = false;
  }
}

function givenUp(): StoreUnavailable {
  return new StoreUnavailable('The search was given up');
}
