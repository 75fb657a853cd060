/**
 * Lets one line after the other be written: requests that are forwarded at once end at once, and JSON is written in pieces.
 */
export class OutputTurns {
  #last: Promise<unknown> = Promise.resolve();

  /** Does this once all earlier work is done. */
  take(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    // Whoever asked for it hears of a failure; the next one tries its own.
    this.#last = written.catch(() => {});
    return written;
  }
}
