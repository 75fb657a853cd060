import { forwardStream } from './forward-stream.ts';
import { type Forwardable, type Forwarded, Forwarder, type ForwarderOptions } from './forwarder.ts';

/** A captured request with its body as text, or with the number of its bytes. */
interface Sized extends Forwardable {
  body?: string;
}

export interface ForwardingPlan<Request extends Sized> extends ForwarderOptions {
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
