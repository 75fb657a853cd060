/** Readings take at most a quarter of the time, since each may look at thousands of requests. */
const restShare = 3;

/** Reads again after hints that something has changed, with pauses in between. */
export class PacedReading {
  readonly #read: () => Promise<unknown>;
  readonly #pauseMs: number;
  #isDue = false;
  #isReading = false;
  #hasEnded = false;

  /**
   * @param read must not reject
   * @param pauseMs the least pause between two readings
   */
  constructor(read: () => Promise<unknown>, pauseMs = 1000) {
    this.#read = read;
    this.#pauseMs = pauseMs;
  }

  /** Reads now or soon. */
  hint(): void {
    this.#isDue = true;
    if (!this.#isReading) void this.#readWhileDue();
  }

  /** Begins no further reading. */
  end(): void {
    this.#hasEnded = true;
  }

  async #readWhileDue(): Promise<void> {
    this.#isReading = true;
    while (this.#isDue && !this.#hasEnded) {
      this.#isDue = false;
      const start = performance.now();
      await this.#read();
      const restMs = Math.max(this.#pauseMs, restShare * (performance.now() - start));
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    this.#isReading = false;
  }
}
