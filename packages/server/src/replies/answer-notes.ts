import type { AnswerNote, CaptureLog } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';

/** One write in so long at most. */
const writeIntervalMs = 100;
/** More of them are not noted: the database does not keep up. */
const mostWaiting = 10_000;
/** One write notes so many. */
const mostInWrite = 1000;

/**
 * Notes in the background what happened to answers after the commit: which senders hung up before, and which answers were cut short.
 * Notes may get lost; no answer waits for them.
 */
export class AnswerNotes {
  readonly #captures: Pick<CaptureLog, 'noteAnswers'>;
  readonly #log: Parts['log'];
  readonly #waiting = new Map<number, AnswerNote>();
  #writing: Promise<void> | undefined;

  constructor({ store, log }: Pick<Parts, 'store' | 'log'>) {
    this.#captures = store.captures;
    this.#log = log;
  }

  /** @param afterMs since the commit */
  note(id: number, what: 'gaveUpAfter' | 'cutShortAfter', afterMs: number): void {
    if (this.#waiting.size >= mostWaiting) return;
    this.#waiting.set(id, { ...this.#waiting.get(id), id, [what]: Math.round(afterMs) });
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
    this.#writing = this.#waiting.size > 0 ? this.#writeSoon() : undefined;
  }

  async #write(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      for (let start = 0; start < waiting.length; start += mostInWrite) {
        await this.#captures.noteAnswers(waiting.slice(start, start + mostInWrite));
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'It could not be noted what happened to answers');
    }
  }
}
