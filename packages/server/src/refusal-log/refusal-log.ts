import type { Logger } from 'pino';
import type { Database } from '../database/tables.ts';
import { type ClearedScope, clearRefusals, writeRefusals } from './refusal-rows.ts';
import { type RefusedDetails, type RefusedRequest, WaitingRefusals } from './waiting-refusals.ts';

/** A node writes what was refused so often at most, */
const writeEveryMs = 1000;
/** and so many rows at once. */
const mostRowsInWrite = 200;
/** The log says so often at most that they cannot be written. */
const logEveryMs = 60_000;

/**
 * The requests that were not stored, which their endpoints' owners can see. A refusal costs an entry in memory; the
 * rows are written once a second, and wait while the store cannot take them. A process that dies loses the last second.
 * Captures that are stored have nothing to do with it.
 */
export class RefusalLog {
  readonly #db: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #waiting = new WaitingRefusals();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<boolean> | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Notes a refusal.
   * @param details are asked for only if it is the first of its kind
   */
  note(party: number, refused: RefusedRequest, details: () => RefusedDetails): void {
    this.#waiting.add(party, refused, details);
    if (this.#writing === undefined) this.#later();
  }

  /** Removes what was refused until now. */
  async clear(scope: ClearedScope, now: number): Promise<void> {
    const tokens = await clearRefusals(this.#db, scope, now);
    this.#waiting.countAnew(new Set(tokens));
  }

  /** Writes what waits, if the store takes it. The store must still be open. */
  async close(): Promise<void> {
    await this.#writing;
    clearTimeout(this.#timer);
    while (!this.#waiting.isEmpty && (await this.#write()));
    clearTimeout(this.#timer);
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined;
        if (!this.#waiting.isEmpty) this.#later();
      });
    }, writeEveryMs).unref();
  }

  /** Whether they were written. Does not reject. */
  async #write(): Promise<boolean> {
    const taken = this.#waiting.take(mostRowsInWrite);
    try {
      await writeRefusals(this.#db, taken);
      this.#waiting.written(taken);
      return true;
    } catch (err) {
      this.#waiting.giveBack(taken);
      const now = performance.now();
      if (now - this.#loggedAt >= logEveryMs) {
        this.#loggedAt = now;
        this.#log.warn({ err }, 'Refused requests cannot be written; they wait in memory');
      }
      return false;
    }
  }
}
