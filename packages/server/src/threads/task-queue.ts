import { Overloaded } from '../fairness/overloaded.ts';
import { Tally } from '../fairness/tally.ts';

/** Tasks for a thread that does one at a time, in the order in which they came. */
export class TaskQueue {
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => Promise<void>>();
  readonly #ofParty = new Tally<number>();
  #isRunning = false;

  /** @param mostWaiting so many may wait, and half as many of one party (`fairness/parties.ts`) */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Does the work once what came before it is done. The promise rejects as the work does, and with `Overloaded` if its turn does
   * not come within `waitMs`, or once the signal is aborted before it.
   * @returns undefined if too many wait
   */
  run<Result>(
    party: number,
    work: () => Promise<Result>,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<Result> | undefined {
    if (this.#waiting.size >= this.#mostWaiting) return undefined;
    if (this.#ofParty.of(party) >= this.#mostWaiting / 2) return undefined;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#waiting.delete(task);
        this.#ofParty.add(party, -1);
      };
      const giveUp = (): void => {
        leave();
        reject(new Overloaded());
      };
      const task = (): Promise<void> => {
        leave();
        return work().then(resolve, reject);
      };
      const timer = setTimeout(giveUp, waitMs).unref();
      this.#waiting.add(task);
      this.#ofParty.add(party, 1);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (signal?.aborted) giveUp();
      else if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    // What comes meanwhile stands behind the others and is done, too.
    for (const task of this.#waiting) await task();
    this.#isRunning = false;
  }
}
