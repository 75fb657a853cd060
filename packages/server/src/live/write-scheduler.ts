/** All streams together make so many socket writes before other work gets its turn (about 5 ms). */
const writesInTurn = 256;

/** One of them costs so much. */
const writeMs = 0.02;

/** One delivery takes so many of them at once, so that several deliveries share a turn. */
export const writesInShare = 64;

/**
 * Shares the event loop among deliveries. A write to a socket costs about 20 µs, so one capture for ten thousand
 * streams would hold everything else up for 200 ms: each delivery asks for its next few writes, and waits for its turn.
 */
export class WriteScheduler {
  readonly #waiting: { writes: number; go: () => void }[] = [];
  #scheduled = false;

  /** Resolves when that many writes may be made, always in a later turn of the event loop. */
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
    for (let left = writesInTurn; left > 0; ) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      left -= next.writes;
      next.go();
    }
  }
}

/** One channel may take this share of the event loop. */
const shareOfLoop = 0.2;
/** A stream is live: no capture waits longer than this. */
const longestRestMs = 40;

/**
 * The rest of a channel between the starts of two deliveries, the first of them to that many streams. 500 captures a
 * second for 100 streams are 50,000 writes, which take all the time there is; delivered a few together they take a
 * fifth of it. The first capture after a pause never waits.
 */
export function restMsAfter(streams: number): number {
  return Math.min(longestRestMs, (streams * writeMs) / shareOfLoop);
}

/** Waits for a time of `performance.now()`. A time less than a timer's step away is now. */
export async function untilTime(timeMs: number): Promise<void> {
  const leftMs = timeMs - performance.now();
  if (leftMs >= 1) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** Whoever is added within a three-hundredth of an interval has turns together: not too many at once. */
const looksInInterval = 300;

/** Calls for each member once in an interval, by one timer for all: a timer of its own would take 230 bytes a member. */
export class Heartbeats<Member> {
  readonly #intervalMs: number;
  readonly #beat: (member: Member) => void;
  /** Each with the time at which it is due, in whole milliseconds of `performance.now()`: the next first. */
  readonly #due = new Map<Member, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(intervalMs: number, beat: (member: Member) => void) {
    this.#intervalMs = intervalMs;
    this.#beat = beat;
  }

  /** The number of members. */
  get size(): number {
    return this.#due.size;
  }

  /** Its first turn comes after an interval. */
  add(member: Member): void {
    this.#due.set(member, Math.ceil(performance.now() + this.#intervalMs));
    this.#timer ??= setInterval(() => this.#look(), this.#intervalMs / looksInInterval).unref();
  }

  delete(member: Member): void {
    this.#due.delete(member);
    if (this.#due.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const [member, due] of this.#due) {
      if (due > now) return;
      this.#due.delete(member);
      // After a pause of the process each keeps its place among the others, as far as it can.
      this.#due.set(member, Math.max(due + this.#intervalMs, Math.floor(now) + 1));
      this.#beat(member);
    }
  }
}
