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
  /** Hears of each request that was read and is not forwarded any more, in order. */
  left?(request: Request): Promise<void>;
}

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
  left = async () => {},
}: Forwarding<Request, Prepared>): Promise<void> {
  const queue = new PreparedQueue<Request, Prepared>();
  const lanes = Array.from({ length: concurrency }, () => queue.work(forward));
  const reading = (async () => {
    for await (const request of requests) {
      if (!(await queue.put(request, sizeOf(request), prepare))) return;
    }
    queue.end();
  })();
  try {
    await Promise.all([reading, ...lanes]);
  } finally {
    const waiting = queue.close();
    await Promise.allSettled(lanes);
    for (const request of waiting) await left(request);
  }
}
