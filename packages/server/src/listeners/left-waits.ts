import type { Logger } from 'pino';
import type { AnswerOffers } from './answer-offers.ts';
import type { AnswerRows } from './answer-rows.ts';

/** Waits that were over for so long were left alone: their nodes are gone. */
const leftAfterMs = 60_000;
const lookMs = 60_000;

/** Removes the rows of senders whose node died while they waited. */
export class LeftWaits {
  readonly #rows: Pick<AnswerRows, 'endLeft'>;
  readonly #offers: Pick<AnswerOffers, 'removeLeft'> | undefined;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #looks: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(
    rows: Pick<AnswerRows, 'endLeft'>,
    offers: Pick<AnswerOffers, 'removeLeft'> | undefined,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#rows = rows;
    this.#offers = offers;
    this.#log = log;
    this.#looks = setInterval(() => this.#look(), lookMs).unref();
    this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
    await this.#looking;
  }

  #look(): void {
    this.#looking ??= this.#remove().finally(() => {
      this.#looking = undefined;
    });
  }

  async #remove(): Promise<void> {
    try {
      // Without other nodes no other clock counts.
      if (this.#offers === undefined) await this.#rows.endLeft(Date.now() - leftAfterMs);
      else await this.#offers.removeLeft(leftAfterMs);
    } catch (error) {
      this.#log.warn({ err: error }, 'Waits for listeners that were left could not be removed');
    }
  }
}
