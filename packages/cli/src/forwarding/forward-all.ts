import { forwardStream } from './forward-stream.ts';
import { type Forwarded, Forwarder, type ForwarderOptions } from './forwarder.ts';
import type { Captured } from './original.ts';

/** A captured request with its body as text, or the number of its bytes. */
interface Sized extends Captured {
  body?: string;
}

export interface ForwardingPlan<Request extends Sized> extends ForwarderOptions {
  requests: AsyncIterable<Request> | Iterable<Request>;
  /** How many are forwarded at once. */
  concurrency: number;
  /** Hears what became of each. */
  told(request: Request, forwarded: Forwarded): Promise<void>;
  /** Hears of each that was read and never sent, since it all ended before its turn; in order. */
  left?(request: Request): Promise<void>;
}

/**
 * Forwards captured requests to one target, in their order.
 * @throws whatever the requests, or `told`, throw; HookwellError where the service lets nothing more be read
 */
export async function forwardAll<Request extends Sized>({
  requests,
  concurrency,
  told,
  left = async () => {},
  ...options
}: ForwardingPlan<Request>): Promise<void> {
  const forwarder = new Forwarder(options);
  try {
    await forwardStream({
      requests,
      concurrency,
      sizeOf: ({ bodySize, body = '' }) => bodySize ?? Buffer.byteLength(body),
      prepare: (request) => forwarder.prepare(request),
      left,
      forward: async (request, prepared) => {
        const forwarding = forwarder.forward(prepared);
        await forwarding.catch(() => left(request));
        await told(request, await forwarding);
      },
    });
  } finally {
    forwarder.close();
  }
}
