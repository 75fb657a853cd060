/** A request whose body is being read. */
interface Upload {
  pause(): unknown;
  resume(): unknown;
}

/** So many bytes of large bodies are read a millisecond, all together: 128 MiB a second, what a fast network brings. */
const rate = (128 * 2 ** 20) / 1000;
/** What may come at once after a pause: one large body, and some more. */
const burst = 32 * 2 ** 20;
/** Milliseconds between two looks at whose turn it is. */
const interval = 5;

/**
 * Reads large bodies no faster than that, so that senders on a fast connection do not take the processor from
 * everybody else. Those that wait go on in turn; small bodies never wait.
 */
export class UploadPace {
  readonly #now: () => number;
  readonly #waiting: Upload[] = [];
  #allowance = burst;
  #filledAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** Notes that so many bytes of a large body came; it goes on when there is room for more. */
  came(request: Upload, bytes: number): void {
    this.#fill();
    this.#allowance -= bytes;
    if (this.#allowance > 0) return;
    request.pause();
    this.#waiting.push(request);
    this.#timer ??= setTimeout(() => this.#goOn(), interval);
  }

  #fill(): void {
    const now = this.#now();
    this.#allowance = Math.min(burst, this.#allowance + (now - this.#filledAt) * rate);
    this.#filledAt = now;
  }

  #goOn(): void {
    this.#timer = undefined;
    this.#fill();
    // Each brings about this much before it waits again.
    const count = Math.max(0, Math.ceil(this.#allowance / (64 * 1024)));
    for (const request of this.#waiting.splice(0, count)) request.resume();
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#goOn(), interval);
  }
}
