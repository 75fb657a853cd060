import { TimeSlices } from './time-slices.ts';

/** Work that takes no longer is followed by no rest: its cost is that of any request. */
const longWorkMs = 1;
/** After long work the next one waits for so many times as long, so that all of it has a quarter of the loop at most. */
const restFactor = 3;

/** Does a step on the event loop, and counts its time. */
export type Count = <Result>(step: () => Result) => Result;

/**
 * Work that may take milliseconds of the event loop and cannot be divided: one at a time, always that of the party
 * (`parties.ts`) that caused the least, and after long work a rest. So others wait for one of them at most.
 */
export class LongWork {
  readonly #turns = new TimeSlices();

  /**
   * Resolves, or rejects, as the work does: it waits for no rest of its own.
   * @param work may also wait for something else; what it does on the event loop is counted
   * @throws {Overloaded} when the signal is aborted before it began
   */
  run<Result>(
    party: number,
    work: (count: Count) => Result | Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const inTurn = async (): Promise<void> => {
        let busyMs = 0;
        const count: Count = (step) => {
          const began = performance.now();
          try {
            return step();
          } finally {
            busyMs += performance.now() - began;
          }
        };
        await Promise.try(work, count).then(resolve, reject);
        if (busyMs > longWorkMs) await new Promise((go) => setTimeout(go, busyMs * restFactor));
      };
      this.#turns.runWaiting(party, inTurn, { signal }).catch(reject);
    });
  }
}
