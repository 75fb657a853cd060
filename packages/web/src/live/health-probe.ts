import type { HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { WakeablePause } from './wakeable-pause.ts';

export interface ProbeTimes {
  /** Between two probes, in milliseconds. */
  every: number;
  /** The same while the service does not answer. */
  everyWhileFailing: number;
  /** How long an answer may take. */
  timeout: number;
}

/** A failure is known within 5 s of the probe's beginning. */
const usualTimes: ProbeTimes = { every: 10_000, everyWhileFailing: 2_000, timeout: 4_000 };

/**
 * Asks the service again and again whether it is there, as long as anybody looks: a connection that
 * died without a word would otherwise seem to be alive for 45 s.
 */
export class HealthProbe {
  readonly #client: HookwellClient;
  readonly #onResult: (failure: string | undefined) => void;
  readonly #times: ProbeTimes;
  readonly #pause = new WakeablePause();
  #run: AbortController | undefined;

  /** @param onResult hears of every probe: a sentence where the service did not answer */
  constructor(
    client: HookwellClient,
    onResult: (failure: string | undefined) => void,
    times: Partial<ProbeTimes> = {},
  ) {
    this.#client = client;
    this.#onResult = onResult;
    this.#times = { ...usualTimes, ...times };
  }

  start(): void {
    if (this.#run !== undefined) return;
    this.#run = new AbortController();
    void this.#probe(this.#run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  /** Asks now, unless it does already. */
  wake(): void {
    this.#pause.wake();
  }

  async #probe(ended: AbortSignal): Promise<void> {
    const { every, everyWhileFailing, timeout } = this.#times;
    while (!ended.aborted) {
      const failure = await this.#client.service
        .health({ signal: ended, timeout })
        .then(() => undefined, errorMessage);
      if (ended.aborted) return;
      this.#onResult(failure);
      await this.#pause.wait(failure === undefined ? every : everyWhileFailing, ended);
    }
  }
}
