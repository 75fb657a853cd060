import type { DeliveryLog } from '../capture-log/capture-log.ts';
import type { AnswerNote } from '../capture-log/deliveries-page.ts';
import type { AccountChanges } from '../database/account-changes.ts';
import { portions } from '../database/grouped-look-ups.ts';
import type { Parts } from '../parts.ts';

/** One write in so long at most. */
const writeIntervalMs = 100;
/** More of them are not noted: the database does not keep up. */
const mostWaiting = 10_000;
/** One write, a transaction, notes so many. */
const mostInWrite = 500;

/**
 * Notes in the background what becomes known of captures after the commit: which senders hung up before their answers, which
 * answers were cut short, and why signatures failed. Notes may get lost; no answer waits for them.
 */
export class AnswerNotes {
  readonly #captures: Pick<DeliveryLog, 'noteAnswers'>;
  readonly #changes: Pick<AccountChanges, 'tell'>;
  readonly #log: Parts['log'];
  readonly #waiting = new Map<number, AnswerNote>();
  /** The findings that are to be noted once they are known. */
  readonly #awaited = new Set<Promise<void>>();
  /** The accounts whose pages show what is noted next. */
  readonly #changed = new Set<number>();
  #writing: Promise<void> | undefined;

  constructor({ store, log }: Pick<Parts, 'store' | 'log'>) {
    this.#captures = store.captures;
    this.#changes = store.changes;
    this.#log = log;
  }

  /** @param afterMs since the commit */
  note(id: number, what: 'gaveUpAfter' | 'cutShortAfter', afterMs: number): void {
    this.#note({ id, [what]: Math.round(afterMs) });
  }

  /**
   * @param finding the one in place of that which was stored, as JSON text; the account is told of it. It never rejects, and is
   *   known before long once this is to close
   */
  noteSignature(accountId: number, id: number, finding: Promise<string>): void {
    const awaited = finding.then((signature) => {
      this.#awaited.delete(awaited);
      if (this.#note({ id, signature })) this.#changed.add(accountId);
    });
    this.#awaited.add(awaited);
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    await Promise.all(this.#awaited);
    await this.#writing;
    await this.#write();
  }

  #note(note: AnswerNote): boolean {
    if (this.#waiting.size >= mostWaiting) return false;
    this.#waiting.set(note.id, { ...this.#waiting.get(note.id), ...note });
    this.#writing ??= this.#writeSoon();
    return true;
  }

  async #writeSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, writeIntervalMs));
    await this.#write();
    this.#writing = this.#waiting.size > 0 ? this.#writeSoon() : undefined;
  }

  async #write(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    const changed = [...this.#changed];
    this.#waiting.clear();
    this.#changed.clear();
    try {
      for (const some of portions(waiting, mostInWrite)) await this.#captures.noteAnswers(some);
      for (const accountId of changed) this.#changes.tell(accountId);
    } catch (error) {
      this.#log.warn({ err: error }, 'It could not be noted what became of answers and signatures');
    }
  }
}
