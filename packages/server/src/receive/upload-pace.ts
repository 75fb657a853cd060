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
 * others. Uploads that wait go on by party, one of each in turn; small bodies never wait.
 */
export class UploadPace {
  readonly #now: () => number;
  /** By party, in the order of their turns. */
  readonly #waiting = new Map<object, Upload[]>();
  #allowance = burstBytes;
  #filledAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#filledAt = now();
  }

  /**
   * Notes that so many bytes of a large body came. Pauses it until there is room for more.
   * @param party the same object for all its uploads
   */
  came(request: Upload, bytes: number, party: object): void {
    this.#fill();
    this.#allowance -= bytes;
    if (this.#allowance > 0) return;
    request.pause();
    const ofParty = this.#waiting.get(party);
    if (ofParty === undefined) this.#waiting.set(party, [request]);
    else ofParty.push(request);
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
    for (let count = Math.ceil(this.#allowance / turnBytes); count > 0; count--) this.#next();
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#goOn(), turnIntervalMs);
  }

  /** The upload that has waited longest of the party whose turn it is. */
  #next(): void {
    for (const [party, uploads] of this.#waiting) {
      uploads.shift()?.resume();
      this.#waiting.delete(party);
      if (uploads.length > 0) this.#waiting.set(party, uploads);
      return;
    }
  }
}
