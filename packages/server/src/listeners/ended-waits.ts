import { portions } from '../database/portions.ts';
import type { AnswerRows } from './answer-rows.ts';

/** One transaction ends so many waits. */
const mostAtOnce = 500;

interface Ending {
  captureId: number;
  resolve: (hasEnded: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Ends waits of which the time is over, one transaction at a time: those that are over meanwhile form the next one. So
 * any number of senders that nobody answers cost the database no more than a transaction under way.
 */
export class EndedWaits {
  readonly #rows: Pick<AnswerRows, 'end'>;
  #waiting: Ending[] = [];
  #running: Promise<void> | undefined;

  constructor(rows: Pick<AnswerRows, 'end'>) {
    this.#rows = rows;
  }

  /**
   * Whether the wait ended here: false if an answer was stored before, or the capture was removed.
   * @throws {StoreUnavailable} if nobody knows
   */
  end(captureId: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ captureId, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves once all are ended. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Those of the same turn of the event loop go together.
    await undefined;
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0);
      for (const some of portions(waiting, mostAtOnce)) await this.#end(some);
    }
    this.#running = undefined;
  }

  async #end(some: readonly Ending[]): Promise<void> {
    try {
      const ended = await this.#rows.end(some.map(({ captureId }) => captureId));
      for (const { captureId, resolve } of some) resolve(ended.has(captureId));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
