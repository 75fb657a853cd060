import type { StreamedRequest } from '../contract/view.ts';
import { HookwellError } from '../http/error.ts';
import type { StreamState } from '../stream/request-stream.ts';
import type { OnRequestOptions, RequestHandler } from './endpoint.ts';
import type { WaitingClient } from './waiting-client.ts';

/** The service takes no longer time. */
const longestWaitMs = 25_000;

/**
 * A handler that answers the senders of one endpoint; see `EndpointHandle.onRequest`. Requests are handled beside one
 * another, so a slow one holds up no other.
 */
export class Listener implements AsyncDisposable {
  readonly #client: WaitingClient;
  readonly #handler: RequestHandler;
  readonly #ended = new AbortController();
  #failure: { error: unknown } | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(client: WaitingClient, handler: RequestHandler) {
    this.#client = client;
    this.#handler = handler;
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
    const listener = new Listener(client, handler);
    await listener.#listen(token, { match, wait, signal, after: newest?.id });
    return listener;
  }

  /**
   * Ends it: requests that its handler still works on are not answered by it any more.
   * @throws the first error of the handler, or the first failure of an answer or of the stream, once
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ended.abort();
    await this.#reading;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #listen(
    token: string,
    { match, wait, signal, after }: OnRequestOptions & { after: number | undefined },
  ): Promise<void> {
    const live = Promise.withResolvers<void>();
    const ended =
      signal === undefined ? this.#ended.signal : AbortSignal.any([signal, this.#ended.signal]);
    const stream = this.#client.stream({
      ...{ endpoint: token, match, after, answers: `${wait}ms`, signal: ended },
      onState: ({ state }: StreamState) => {
        if (state === 'live') live.resolve();
      },
    });
    const read = async () => {
      for await (const request of stream) {
        if (request.waiting) void this.#answer(request, ended);
      }
    };
    this.#reading = read().catch((error: unknown) => {
      live.reject(error);
      if (!ended.aborted) this.#failure ??= { error };
    });
    await live.promise;
  }

  async #answer(request: StreamedRequest, ended: AbortSignal): Promise<void> {
    try {
      const answer = await this.#handler(request);
      if (answer === undefined || ended.aborted) return;
      await this.#client.requests.answer(request.id, answer, { signal: ended });
    } catch (error) {
      if (!ended.aborted && !isOver(error)) this.#failure ??= { error };
    }
  }
}

/** The sender has gone, or got its answer from another listener, or the request was deleted. */
function isOver(error: unknown): boolean {
  return error instanceof HookwellError && (error.status === 409 || error.status === 404);
}
