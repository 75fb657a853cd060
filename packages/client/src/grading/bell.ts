import { Limit, pause } from '../http/limit.ts';

/** An event (auto-reset) that wakes the one who waits for it. A ring that nobody waits for wakes the next one who does. */
export class Bell {
  #isRung = false;
  #waiting: Limit | undefined;

  ring(): void {
    this.#isRung = true;
    this.#waiting?.abort();
  }

  /** Resolves after this time, or as soon as the bell rings or the signal is aborted. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const waiting = new Limit(signal);
    this.#waiting = waiting;
    try {
      if (!this.#isRung) await pause(milliseconds, waiting.signal);
      this.#isRung = false;
    } finally {
      this.#waiting = undefined;
      waiting.end();
    }
  }
}
