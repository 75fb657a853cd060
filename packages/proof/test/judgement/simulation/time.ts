/** Something that goes on in simulated time: it yields how many milliseconds it waits. */
export type Process<Result = void> = Generator<number, Result>;

/** Simulated time: processes take their steps one after the other. */
export class SimulatedTime {
  now = 0;
  readonly #waiting: { at: number; process: Process }[] = [];

  /** Begins a process, now or after so many milliseconds. */
  start(process: Process, inMs = 0): void {
    this.#waiting.push({ at: this.now + inMs, process });
  }

  /** Goes on until nothing waits any more, or until this time. */
  run(until = Number.POSITIVE_INFINITY): void {
    for (;;) {
      const next = this.#takeFirst(until);
      if (next === undefined) return;
      this.now = next.at;
      const step = next.process.next();
      if (step.done !== true) this.start(next.process, step.value);
    }
  }

  /** Few wait at once, so the first is found by looking at all of them. */
  #takeFirst(until: number): { at: number; process: Process } | undefined {
    let first = -1;
    let at = until;
    for (const [place, waiting] of this.#waiting.entries()) {
      if (waiting.at >= at) continue;
      first = place;
      at = waiting.at;
    }
    return first < 0 ? undefined : this.#waiting.splice(first, 1)[0];
  }
}
