/** How often something was done, how long it took in milliseconds, and what went wrong. */
export interface Figures {
  /** How often it went well; where it never did the times are 0. */
  count: number;
  p50: number;
  p99: number;
  max: number;
  refusedCount: number;
  /** Why the first of the refused was. */
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

  /** Times one operation; one that fails, or takes longer than `patience`, is refused. Never rejects. */
  async time(once: () => Promise<void>, patience: number): Promise<void> {
    const started = performance.now();
    try {
      await once();
    } catch (error) {
      return this.refused(error instanceof Error ? error.message : String(error));
    }
    const milliseconds = performance.now() - started;
    if (milliseconds > patience) this.refused(`it took ${milliseconds.toFixed(0)} ms`);
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
