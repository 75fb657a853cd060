import { errorMessage } from '@hookwell/contract/error-message';

/** Counts and times, in milliseconds, of one kind of operation, and its first failure. */
export interface Figures {
  /** The number of successes; the times are 0 if there was none. */
  count: number;
  p50: number;
  p99: number;
  max: number;
  refusedCount: number;
  /** The reason of the first refusal. */
  firstRefusal?: string;
}

export class Latencies {
  readonly #took: number[] = [];
  #refusedCount = 0;
  #firstRefusal: string | undefined;

  took(milliseconds: number): void {
    this.#took.push(milliseconds);
  }

  refused(reason: string): void {
    this.#refusedCount += 1;
    this.#firstRefusal ??= reason;
  }

  /**
   * Times one operation; one that fails, or takes longer than `patienceMs`, counts as refused. Never rejects.
   * @param delayMs the time that it has to take, which is not counted; less is refused as well
   */
  async time(once: () => Promise<void>, patienceMs: number, delayMs = 0): Promise<void> {
    const started = performance.now();
    try {
      await once();
    } catch (error) {
      return this.refused(errorMessage(error));
    }
    const milliseconds = performance.now() - started - delayMs;
    // Timers count whole milliseconds.
    if (milliseconds < -1) this.refused(`it came ${(-milliseconds).toFixed(0)} ms too early`);
    else if (milliseconds > patienceMs) this.refused(`it took ${milliseconds.toFixed(0)} ms`);
    else this.took(milliseconds);
  }

  figures(): Figures {
    const sorted = this.#took.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      count: sorted.length,
      p50: at(0.5),
      p99: at(0.99),
      max: sorted.at(-1) ?? 0,
      refusedCount: this.#refusedCount,
      ...(this.#firstRefusal === undefined ? {} : { firstRefusal: this.#firstRefusal }),
    };
  }
}
