export interface PreparedQueueOptions<Request, Prepared> {
  /** The bytes that a request takes while it waits. */
  sizeOf(request: Request): number;
  /** Makes a request ready, ahead of its turn. */
  prepare(request: Request): Promise<Prepared>;
  /** The bound of the entries that are prepared or worked on at once. */
  mostEntries: number;
  /** The bound of their bytes. */
  mostBytes: number;
  /** The number of requests without room yet from which on `put` waits, and the bytes from which on it does. */
  readAhead: { requests: number; bytes: number };
}

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
  readonly #options: PreparedQueueOptions<Request, Prepared>;
  readonly #waiting: Entry<Request, Prepared>[] = [];
  /** The requests without room yet: later than all that wait. */
  readonly #offered: { request: Request; size: number }[] = [];
  #offeredBytes = 0;
  #entries = 0;
  #bytes = 0;
  #isEnded = false;
  #isClosed = false;
  #change = Promise.withResolvers<void>();

  constructor(options: PreparedQueueOptions<Request, Prepared>) {
    this.#options = options;
  }

  /** Takes a request, then waits until there is room for the next; one call after the other. False once the queue is closed. */
  async put(request: Request): Promise<boolean> {
    const size = this.#options.sizeOf(request);
    this.#offered.push({ request, size });
    this.#offeredBytes += size;
    this.#prepareNext();
    while (!this.#isClosed && this.#isFull()) await this.#change.promise;
    return !this.#isClosed;
  }

  /** Gives each request to `work`, one after the other, until the queue is over. May be called several times. */
  async work(
    work: (request: Request, prepared: Promise<Prepared>) => Promise<void>,
  ): Promise<void> {
    while (!this.#isClosed) {
      const entry = this.#waiting.shift();
      if (entry === undefined) {
        if (this.#isEnded && this.#offered.length === 0) return;
        await this.#change.promise;
        continue;
      }
      await work(entry.request, entry.prepared);
      this.#entries -= 1;
      this.#bytes -= entry.size;
      this.#prepareNext();
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
    return [...this.#waiting.splice(0), ...this.#offered.splice(0)].map(({ request }) => request);
  }

  #prepareNext(): void {
    for (let next = this.#offered[0]; next !== undefined; next = this.#offered[0]) {
      if (this.#isClosed || !this.#hasRoom(next.size)) return;
      this.#offered.shift();
      this.#offeredBytes -= next.size;
      this.#entries += 1;
      this.#bytes += next.size;
      const prepared = this.#options.prepare(next.request);
      // `work` handles the failure at the request's turn; until then the rejection must not count as unhandled.
      prepared.catch(() => {});
      this.#waiting.push({ ...next, prepared });
      this.#changed();
    }
  }

  #hasRoom(size: number): boolean {
    if (this.#entries === 0) return true;
    const { mostEntries, mostBytes } = this.#options;
    return this.#entries < mostEntries && this.#bytes + size <= mostBytes;
  }

  #isFull(): boolean {
    const { requests, bytes } = this.#options.readAhead;
    return this.#offered.length >= requests || this.#offeredBytes > bytes;
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
