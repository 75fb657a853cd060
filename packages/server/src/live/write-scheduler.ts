/** How many socket writes all streams together make before other work gets its turn (about 5 ms). */
const writesInTurn = 256;

/** How many of them one delivery takes at once, so that several deliveries share a turn. */
export const writesInShare = 64;

/**
 * Shares the event loop among deliveries. A write to a socket costs about 20 µs, so one capture for
 * ten thousand streams would hold everything else up for 200 ms: each delivery asks for its next few
 * writes, and those who ask are served in the order in which they asked.
 */
export class Pace {
  readonly #waiting: { writes: number; go: () => void }[] = [];
  #scheduled = false;

  /** Resolves when the caller may make that many writes, always in a later turn of the event loop. */
  turn(writes: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ writes, go });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#grant();
      this.#schedule();
    });
  }

  #grant(): void {
    let left = writesInTurn;
    while (left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      left -= next.writes;
      next.go();
    }
  }
}

/** What one write to a socket costs, and the share of the event loop that one channel may take. */
const millisecondsPerWrite = 0.02;
const shareOfLoop = 0.2;
/** A stream is live: nothing waits longer than this, in milliseconds. */
const longestRest = 40;

/**
 * How long a channel rests, counted from the start of a delivery to that many streams, before it begins
 * the next. 500 captures a second for 100 streams are 50,000 writes, which is all the time there is;
 * delivered a few together they are a fifth of it. The first capture after a pause never waits.
 */
export function restAfter(streams: number): number {
  return Math.min(longestRest, (streams * millisecondsPerWrite) / shareOfLoop);
}

/** Waits for a time of `performance.now()`; what is less than a timer's step away is now. */
export async function untilRested(time: number): Promise<void> {
  const left = time - performance.now();
  if (left >= 1) await new Promise((resolve) => setTimeout(resolve, left));
}
