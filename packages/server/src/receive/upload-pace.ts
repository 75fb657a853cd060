/** A request whose body is being read. */
interface Upload {
  pause(): unknown;
  resume(): unknown;
}

/** All large bodies together are read at this rate at most: 128 MiB a second, as fast as a fast network. */
const bytesPerMs = (128 * 1024 * 1024) / 1000;
/** So much may come at once after a pause: one large body, and some more. */
const burstBytes = 32 * 1024 * 1024;
/** Uploads that wait are looked at so often. */
const turnIntervalMs = 5;
/** An upload that goes on brings about this much before it waits again. */
const turnBytes = 64 * 1024;

/**
 * Bounds the rate at which large bodies are read, so that senders on a fast connection leave the processor to
 * others. Uploads that wait go on in turn; small bodies never wait.
 */
export class UploadPace {
  readonly #now: () => number;
  readonly #waiting: Upload[] = [];
  #allowance = burstBytes;
  #filledAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** Notes that so many bytes of a large body came. Pauses it until there is room for more. */
  came(request: Upload, bytes: number): void {
    this.#fill();
    this.#allowance -= bytes;
    if (this.#allowance > 0) return;
    request.pause();
    this.#waiting.push(request);
    this.#timer ??= setTimeout(() => this.#goOn(), turnIntervalMs);
  }

  #fill(): void {
    const now = this.#now();
    this.#allowance = Math.min(burstBytes, this.#allowance + (now - this.#filledAt) * bytesPerMs);
    this.#filledAt = now;
  }

  #goOn(): void {
    this.#timer = undefined;
    this.#fill();
    const count = Math.max(0, Math.ceil(this.#allowance / turnBytes));
    for (const request of this.#waiting.splice(0, count)) request.resume();
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#goOn(), turnIntervalMs);
  }
}
