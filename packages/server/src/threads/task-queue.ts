import { Overloaded } from '../fairness/overloaded.ts';
import { type RateLimits, Rates } from '../fairness/rates.ts';
import { Tally } from '../fairness/tally.ts';

/** The milliseconds of the processor that a party uses at once, and a second from then on: half of a thread is left to others. */
const partyWork = { burst: 2000, perSecond: 500 };

/** Tasks for a thread that does one at a time, in the order in which they came. */
export class TaskQueue {
  readonly #mostWaiting: number;
  readonly #usedMs: () => Promise<number>;
  readonly #waiting = new Set<() => Promise<void>>();
  readonly #ofParty = new Tally<number>();
  readonly #work: Rates;
  #isRunning = false;

  /**
   * @param mostWaiting so many may wait, and half as many of one party (`fairness/parties.ts`)
   * @param usedMs the time of the processor that the thread has used; less than before if it is another thread by now
   */
  constructor(mostWaiting: number, usedMs: () => Promise<number>, work: RateLimits = partyWork) {
    this.#mostWaiting = mostWaiting;
    this.#usedMs = usedMs;
    this.#work = new Rates(work);
  }

  /**
   * Does the work once what came before it is done. The promise rejects as the work does, and with `Overloaded` if its turn does
   * not come within `waitMs`, once the signal is aborted before it, or if the party has used up its time by then.
   * @returns undefined if too many wait, or the party has used up its time
   */
  run<Result>(
    party: number,
    work: () => Promise<Result>,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<Result> | undefined {
    if (this.#waiting.size >= this.#mostWaiting) return undefined;
    if (this.#ofParty.of(party) >= this.#mostWaiting / 2) return undefined;
    if (this.#work.waitMs(party) > 0) return undefined;
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
      const task = async (): Promise<void> => {
        if (this.#work.waitMs(party) > 0) return giveUp();
        leave();
        const beforeMs = await this.#usedMs();
        await Promise.try(work).then(resolve, reject);
        this.#work.count(party, Math.max(0, (await this.#usedMs()) - beforeMs));
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
