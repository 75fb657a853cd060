import { PreparedQueue } from './prepared-queue.ts';

export interface Forwarding<Request, Prepared> {
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
