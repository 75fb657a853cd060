import { Turns } from './turns.ts';

/** All work of this kind together takes so much of one turn of the event loop; one piece of it may take longer. */
const workInTurnMs = 2;

/**
 * Shares the event loop among parties (`parties.ts`), for work that is done in short pieces: while there is time in a turn of the loop
 * it is done at once. What is left waits for the next turns, and whoever has used the least time goes first.
 */
export class LoopTime {
  readonly #clock: () => number;
  readonly #turns = new Turns<() => void>();
  /** In this turn of the loop. */
  #usedMs = 0;
  #isScheduled = false;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /**
   * Does a piece of work, which must be short. Rejects with its error.
   * @param signal once it is aborted the work is not begun, and its reason is the error
   */
  run<Result>(party: number, work: () => Result, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    // If nobody waits, nobody's use is counted: that takes a microsecond, a third of what a small capture takes.
    if (this.#turns.isEmpty && this.#usedMs < workInTurnMs) return this.#atOnce(work);
    return new Promise((resolve, reject) => {
      const inTurn = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(this.#atOnce(work));
      };
      const giveUp = (): void => {
        this.#turns.remove(party, inTurn);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#turns.add(party, inTurn);
      this.#schedule();
    });
  }

  async #atOnce<Result>(work: () => Result): Promise<Result> {
    const began = this.#clock();
    try {
      return work();
    } finally {
      this.#usedMs += this.#clock() - began;
      this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#usedMs = 0;
      this.#goOn();
    });
  }

  #goOn(): void {
    while (this.#usedMs < workInTurnMs) {
      const queue = this.#turns.begin();
      if (queue === undefined) return;
      const usedBefore = this.#usedMs;
      queue.waiting.shift()?.();
      this.#turns.ended(queue, this.#usedMs - usedBefore);
    }
    this.#schedule();
  }
}
