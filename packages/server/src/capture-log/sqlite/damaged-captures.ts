import type { Logger } from 'pino';
import type { Metrics } from '../../metrics.ts';
import type { Thread } from '../../threads/messages.ts';
import type { CountCheckStep } from './count-check.ts';
import type { LogReads } from './log-questions.ts';

/** An operator needs the first of them, not all. */
const mostNoted = 10_000;

/** Logs and counts damaged captures, each once. */
export class DamagedCaptures {
  readonly #file: string;
  readonly #log: Logger;
  readonly #counter: Metrics['capturesDamaged'] | undefined;
  readonly #ids = new Set<number>();

  constructor(file: string, log: Logger, counter?: Metrics['capturesDamaged']) {
    this.#file = file;
    this.#log = log;
    this.#counter = counter;
  }

  note(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.#ids.has(id) || this.#ids.size === mostNoted) continue;
      this.#ids.add(id);
      this.#counter?.inc();
      this.#log.error(
        { capture: id },
        `Capture ${id} is damaged in the database file ${this.#file} and left out of lists: see Damage in docs/databases.md`,
      );
    }
  }

  /** Looks once, beside everything else, for endpoints that the index lacks captures of. */
  async checkCounts(reader: Thread<LogReads>, signal: AbortSignal): Promise<void> {
    try {
      for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
        const step: CountCheckStep = await reader.ask('checkCounts', [after]);
        for (const endpoint of step.differing)
          this.#log.error(
            { endpoint },
            `Captures of endpoint ${endpoint} are missing or miscounted in the database file ${this.#file}: see Damage in docs/databases.md`,
          );
        after = step.through;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'The counters of endpoints could not be checked');
    }
  }
}
