import { setTimeout as sleep } from 'node:timers/promises';

/** The longest rest after a step: a slow store must not stop the retention. */
const longestRestMs = 5;

/**
 * Runs the retention's steps one at a time, in the order in which they were asked for, and rests after
 * each as long as it took: captures always find room between two steps. A step in a hurry is followed
 * by no rest; then captures and steps take turns, which bounds how far the retention can fall behind.
 */
export class Steps {
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping: AbortSignal;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  /** Resolves with the result of the step. Once stopping, rejects with an AbortError without running it. */
  run<Result>(step: () => Promise<Result>, inHurry = false): Promise<Result> {
    const result = this.#last.then(() => {
      this.#stopping.throwIfAborted();
      return step();
    });
    const asked = this.#last;
    this.#last = asked.then(() => this.#restAfter(result, inHurry));
    return result;
  }

  async #restAfter(step: Promise<unknown>, inHurry: boolean): Promise<void> {
    const started = performance.now();
    // The caller of the step gets its error.
    await step.catch(() => undefined);
    const tookMs = performance.now() - started;
    if (!this.#stopping.aborted && !inHurry)
      await sleep(Math.min(Math.ceil(tookMs), longestRestMs));
  }
}
