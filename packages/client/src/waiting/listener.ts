import type { StreamedRequest } from '../calls/requests.ts';
import { HookwellError } from '../http/error.ts';
import { Limit } from '../http/patience.ts';
import type { RequestStream, StreamOptions, StreamState } from '../stream/request-stream.ts';
import type { OnRequestOptions, RequestHandler } from './endpoint.ts';
import type { WaitingClient } from './watch.ts';

/** The service takes no longer time. */
const longestWaitMs = 25_000;

/**
 * A handler that answers the senders of one endpoint; see `EndpointHandle.onRequest`. Requests are handled beside one
 * another, so a slow one holds up no other.
 */
export class Listener implements AsyncDisposable {
  readonly #client: WaitingClient;
  readonly #handler: RequestHandler;
  readonly #limit: Limit;
  #failure: { error: unknown } | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(client: WaitingClient, handler: RequestHandler, limit: Limit) {
    this.#client = client;
    this.#handler = handler;
    this.#limit = limit;
  }

  /** Resolves once senders wait for the handler. */
  static async open(
    client: WaitingClient,
    token: string,
    handler: RequestHandler,
    { match, wait = 10_000, signal }: OnRequestOptions = {},
  ): Promise<Listener> {
    if (!(Number.isInteger(wait) && wait > 0 && wait <= longestWaitMs)) {
      throw new TypeError(`"wait" must be whole milliseconds, 1 to ${longestWaitMs}, not ${wait}`);
    }
    signal?.throwIfAborted();
    const page = { endpoint: token, view: 'summary', limit: 1, signal } as const;
    const [newest] = (await client.requests.page(page)).items;
    const listener = new Listener(client, handler, new Limit(signal));
    await listener.#listen({ endpoint: token, match, after: newest?.id, answers: `${wait}ms` });
    return listener;
  }

  /**
   * Ends it: requests that its handler still works on are not answered by it any more.
   * @throws the first error of the handler, or the first failure of an answer or of the stream, once
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#limit.end();
    await this.#reading;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Resolves once the stream is open. */
  async #listen(options: StreamOptions): Promise<void> {
    const { signal } = this.#limit;
    try {
      await new Promise<void>((resolve, reject) => {
        const onState = (now: StreamState) => {
          if (now.state === 'live') resolve();
          // Others have all places. Whoever began to listen would never know.
          else if (now.state === 'reconnecting' && now.reason.status === 429) reject(now.reason);
        };
        const stream = this.#client.stream({ ...options, view: undefined, signal, onState });
        this.#reading = this.#read(stream).catch((error: unknown) => {
          if (!signal.aborted) this.#failure ??= { error };
          reject(error);
        });
      });
    } catch (error) {
      this.#limit.end();
      throw error;
    }
  }

  async #read(stream: RequestStream<StreamedRequest>): Promise<void> {
    for await (const request of stream) {
      if (request.waiting) void this.#answer(request);
    }
  }

  async #answer(request: StreamedRequest): Promise<void> {
    const { signal } = this.#limit;
    try {
      const answer = await this.#handler(request);
      if (answer === undefined || signal.aborted) return;
      await this.#client.requests.answer(request.id, answer, { signal });
    } catch (error) {
      if (!signal.aborted && !isOver(error)) this.#failure ??= { error };
    }
  }
}

/** The sender has gone, or got its answer from another listener, or the request was deleted. */
function isOver(error: unknown): boolean {
  return error instanceof HookwellError && (error.status === 409 || error.status === 404);
}
