import type { CaptureLog } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';

/** One write in so long at most. */
const writeIntervalMs = 100;
/** More of them are not noted: the database does not keep up. */
const mostWaiting = 10_000;
/** One write notes so many. */
const mostInWrite = 1000;

interface HangUp {
  id: number;
  afterMs: number;
}

/** Notes in the background which senders hung up before they were answered. Notes may get lost; no answer waits for them. */
export class HangUps {
  readonly #captures: Pick<CaptureLog, 'noteHangUps'>;
  readonly #log: Parts['log'];
  #waiting: HangUp[] = [];
  #writing: Promise<void> | undefined;

  constructor({ store, log }: Pick<Parts, 'store' | 'log'>) {
    this.#captures = store.captures;
    this.#log = log;
  }

  /** @param afterMs since the commit */
  note(id: number, afterMs: number): void {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push({ id, afterMs: Math.round(afterMs) });
    this.#writing ??= this.#writeSoon();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  async #writeSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, writeIntervalMs));
    await this.#write();
    this.#writing = this.#waiting.length > 0 ? this.#writeSoon() : undefined;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      for (let start = 0; start < waiting.length; start += mostInWrite) {
        await this.#captures.noteHangUps(waiting.slice(start, start + mostInWrite));
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'It could not be noted that senders hung up');
    }
  }
}
