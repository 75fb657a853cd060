/** How far ahead of its turn anything is prepared. */
const mostEntries = 16;
const mostBytes = 32 * 1024 * 1024;

interface Entry<Request, Prepared> {
  request: Request;
  size: number;
  prepared: Promise<Prepared>;
}

/**
 * Starts to prepare what comes before it is its turn, within bounds, and hands it out in order. The bounds
 * count what is being worked on as well; a request larger than they allow goes alone.
 */
export class PreparedQueue<Request, Prepared> {
  readonly #waiting: Entry<Request, Prepared>[] = [];
  /** What there is no room for yet: at most one, and later than all that wait. */
  #offered: Request[] = [];
  #entries = 0;
  #bytes = 0;
  #isEnded = false;
  #isClosed = false;
  #change = Promise.withResolvers<void>();

  /** Waits for room, then starts to prepare; one after the other. False where the queue was closed instead. */
  async put(
    request: Request,
    size: number,
    prepare: (request: Request) => Promise<Prepared>,
  ): Promise<boolean> {
    this.#offered = [request];
    while (!this.#isClosed && !this.#hasRoom(size)) await this.#change.promise;
    if (this.#isClosed) return false;
    this.#offered = [];
    this.#entries += 1;
    this.#bytes += size;
    const prepared = prepare(request);
    // Whoever works on it sees the failure; until then it is nobody's.
    prepared.catch(() => {});
    this.#waiting.push({ request, size, prepared });
    this.#changed();
    return true;
  }

  /** Gives each to `work`, one after the other, until the queue is over. May be called several times. */
  async work(
    work: (request: Request, prepared: Promise<Prepared>) => Promise<void>,
  ): Promise<void> {
    while (!this.#isClosed) {
      const entry = this.#waiting.shift();
      if (entry === undefined) {
        if (this.#isEnded) return;
        await this.#change.promise;
        continue;
      }
      await work(entry.request, entry.prepared);
      this.#entries -= 1;
      this.#bytes -= entry.size;
      this.#changed();
    }
  }

  /** Nothing more will be put. */
  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  /** What waits is not worked on any more; gives it, in order. */
  close(): Request[] {
    this.#isClosed = true;
    this.#changed();
    return [...this.#waiting.splice(0).map(({ request }) => request), ...this.#offered.splice(0)];
  }

  #hasRoom(size: number): boolean {
    return this.#entries === 0 || (this.#entries < mostEntries && this.#bytes + size <= mostBytes);
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
