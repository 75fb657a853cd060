import type { Logger } from 'pino';
import type { Metrics } from '../../metrics.ts';

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
}
