import { type Forwardable, type Forwarded, Forwarder, type ForwarderOptions } from './forwarder.ts';

/** A captured request with its body as text, or with the number of its bytes. */
interface Sized extends Forwardable {
  body?: string;
}

interface ForwardingPlan<Request extends Sized> extends ForwarderOptions {
  requests: AsyncIterable<Request> | Iterable<Request>;
  /** The most requests that are forwarded at once. */
  concurrency: number;
  /** The bytes of requests that are prepared or forwarded at once; else as many as a command may hold. */
  mostBytes?: number | undefined;
  /** Hears of each request before its turn, once there is room for it. */
  expected?: ((request: Request) => void) | undefined;
  /** Hears the outcome of each request. */
  told(request: Request, forwarded: Forwarded): Promise<void>;
  /** Hears of each request that was read but never sent, because the end came before its turn; in order. */
  left?(request: Request): Promise<void>;
}

/** A service lets no more senders of an account wait. */
const mostWaitingSenders = 100;

/**
 * Forwards captured requests to one target, in their order; those whose senders wait for the target's answer at once,
 * beside the others.
 * @throws {HookwellError} if the service gives no more requests
 */
export async function forwardAll<Request extends Sized>({
  requests,
  concurrency,
  mostBytes,
  expected = () => {},
  told,
  left = async () => {},
  ...options
}: ForwardingPlan<Request>): Promise<void> {
  const forwarder = new Forwarder(options);
  const urgent =
    options.answerBack === undefined
      ? undefined
      : { concurrency: mostWaitingSenders, is: ({ waiting }: Request) => waiting === true };
  try {
    await forwardStream({
      requests,
      concurrency,
      mostBytes,
      urgent,
      sizeOf: ({ bodySize, body = '' }) => bodySize ?? Buffer.byteLength(body),
      prepare: (request) => {
        expected(request);
        return forwarder.prepare(request);
      },
      left,
      forward: async (request, prepared) => {
        const forwarding = forwarder.forward(prepared);
        await forwarding.catch(() => left(request));
        const forwarded = await forwarding;
        // The target has not heard of it, and so its sender waits in vain.
        const isInVain = forwarded.url === undefined && urgent?.is(request);
        await told(request, isInVain ? { ...forwarded, unanswered: 'it was not sent' } : forwarded);
      },
    });
  } finally {
    forwarder.close();
  }
}

interface Forwarding<Request, Prepared> {
  /** The requests, in the order in which they are to be forwarded. */
  requests: AsyncIterable<Request> | Iterable<Request>;
  /** The bytes that a request takes while it waits. */
  sizeOf(request: Request): number;
  /** Fetches the bytes of a request, ahead of its turn. */
  prepare(request: Request): Promise<Prepared>;
  /** Forwards one request and tells its outcome. */
  forward(request: Request, prepared: Promise<Prepared>): Promise<void>;
  /** The most requests that are forwarded at once. */
  concurrency: number;
  /** The bytes of requests that are prepared or forwarded at once; else as many as a command may hold. */
  mostBytes?: number | undefined;
  /** Requests that overtake the others, beside which they are forwarded, so many at once. */
  urgent?: { concurrency: number; is(request: Request): boolean } | undefined;
  /** Hears of each request that was read and is not forwarded any more: urgent ones first, each kind in order. */
  left?(request: Request): Promise<void>;
}

/** The bytes of requests that one command holds ready. */
export const mostPreparedBytes = 32 * 1024 * 1024;

/** So many requests are prepared before their turn, beside those that are being forwarded. */
const preparedAhead = 15;
/** The read requests that wait for room. More of them are read only where others may overtake them. */
const oneAhead = { requests: 1, bytes: 0 };
const manyAhead = { requests: 1000, bytes: 8 * 1024 * 1024 };

/**
 * Forwards one request after the other. Their bytes are fetched ahead, so that no time is lost between two of
 * them. If anything fails, the requests that are being forwarded are finished first, and the rest is left.
 */
export async function forwardStream<Request, Prepared>({
  requests,
  sizeOf,
  prepare,
  forward,
  concurrency,
  mostBytes = mostPreparedBytes,
  urgent,
  left = async () => {},
}: Forwarding<Request, Prepared>): Promise<void> {
  const queueFor = (lanes: number, readAhead: { requests: number; bytes: number }) => {
    const mostEntries = preparedAhead + lanes;
    return new PreparedQueue<Request, Prepared>({
      ...{ sizeOf, prepare, mostEntries, mostBytes, readAhead },
    });
  };
  const inOrder = queueFor(concurrency, urgent === undefined ? oneAhead : manyAhead);
  const overtaking = queueFor(urgent?.concurrency ?? 0, oneAhead);
  const queues = [overtaking, inOrder];
  const lanes = [
    ...Array.from({ length: concurrency }, () => inOrder.work(forward)),
    ...Array.from({ length: urgent?.concurrency ?? 0 }, () => overtaking.work(forward)),
  ];
  const reading = (async () => {
    for await (const request of requests) {
      const queue = urgent?.is(request) ? overtaking : inOrder;
      if (!(await queue.put(request))) return;
    }
    for (const queue of queues) queue.end();
  })();
  try {
    await Promise.all([reading, ...lanes]);
  } finally {
    const waiting = queues.flatMap((queue) => queue.close());
    await Promise.allSettled(lanes);
    for (const request of waiting) await left(request);
  }
}

interface PreparedQueueOptions<Request, Prepared> {
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
class PreparedQueue<Request, Prepared> {
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
