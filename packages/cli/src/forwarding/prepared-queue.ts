/** The bounds of the entries that are prepared or worked on at once. */
const mostEntries = 16;
const mostBytes = 32 * 1024 * 1024;

interface Entry<Request, Prepared> {
  request: Request;
  size: number;
  prepared: Promise<Prepared>;
}

/**
 * Prepares requests before their turn, within bounds, and hands them out in order. Requests that are being worked
 * on count as well; a request that is larger than the bounds goes alone.
 */
export class PreparedQueue<Request, Prepared> {
  readonly #waiting: Entry<Request, Prepared>[] = [];
  /** The request without room yet: at most one, and later than all that wait. */
  #offered: Request[] = [];
  #entries = 0;
  #bytes = 0;
  #isEnded = false;
  #isClosed = false;
  #change = Promise.withResolvers<void>();

  /** Waits for room, then starts to prepare; one call after the other. False if the queue was closed instead. */
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
    // `work` handles the failure at the request's turn; until then the rejection must not count as unhandled.
    prepared.catch(() => {});
    this.#waiting.push({ request, size, prepared });
    this.#changed();
    return true;
  }

  /** Gives each request to `work`, one after the other, until the queue is over. May be called several times. */
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

  /** Says that no request follows. */
  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  /** Stops the work; gives the waiting requests, in order. */
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
