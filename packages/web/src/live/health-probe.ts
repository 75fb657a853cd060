import type { LiveCalls } from '@hookwell/client/live';
import { WakeablePause } from '@hookwell/client/patience';
import { errorMessage } from '@hookwell/contract/error-message';

export interface ProbeTimes {
  /** The pause between two probes. */
  everyMs: number;
  /** The same while the service does not answer. */
  everyWhileFailingMs: number;
  timeoutMs: number;
}

/** A failure is known within 5 s of the probe's beginning. */
const usualTimes: ProbeTimes = { everyMs: 10_000, everyWhileFailingMs: 2_000, timeoutMs: 4_000 };

/**
 * Asks the service again and again whether it is there. Without it, a connection that died silently would seem to be
 * alive for 45 s.
 */
export class HealthProbe {
  readonly #client: LiveCalls;
  readonly #onResult: (failure: string | undefined) => void;
  readonly #times: ProbeTimes;
  readonly #pause = new WakeablePause();
  #run: AbortController | undefined;

  /** @param onResult hears of every probe; `failure` is a sentence if the service did not answer */
  constructor(
    client: LiveCalls,
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

  /** Asks now, unless a probe is under way. */
  wake(): void {
    this.#pause.wake();
  }

  async #probe(ended: AbortSignal): Promise<void> {
    const { everyMs, everyWhileFailingMs, timeoutMs } = this.#times;
    while (!ended.aborted) {
      const failure = await this.#client.service
        .health({ signal: ended, timeout: timeoutMs })
        .then(() => undefined, errorMessage);
      if (ended.aborted) return;
      this.#onResult(failure);
      await this.#pause.wait(failure === undefined ? everyMs : everyWhileFailingMs, ended);
    }
  }
}
