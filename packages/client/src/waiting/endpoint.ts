/// <reference lib="esnext.disposable" preserve="true" />

import type { StreamedRequest } from '../calls/requests.ts';
import type { CreatedEndpoint, ListenerAnswer } from '../contract/types.ts';
import type { Grade, GradeOptions } from '../grading/grade.ts';
import type { CallOptions } from '../http/caller.ts';
import { isNotFound } from '../http/error.ts';
import type { Listener } from './listener.ts';
import type { FittingRequest, StandardSchemaV1 } from './schema-check.ts';
import type { WaitingClient } from './watch.ts';

/** Loaded at the first wait: pages without waits need not load it. */
const waiting = () => import('./wait.ts');

/** The options of a wait. */
export interface WaitOptions {
  /** The longest time in milliseconds; else the client's `waitTimeout`. With 0 only stored requests count. */
  timeout?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * A schema of any library that follows Standard Schema: Zod, Valibot, ArkType. The body of each request that matches
   * must be JSON that fits it, whatever type it declares; the result has the body as the schema gives it, as `json`.
   */
  schema?: StandardSchemaV1 | undefined;
}

/** The options of a wait whose schema is known. */
type SchemaWaitOptions<Schema extends StandardSchemaV1> = WaitOptions & { schema: Schema };

/** The options of a wait for nothing. */
export interface ExpectNoneOptions {
  /** The time in milliseconds. With 0 only stored requests count. */
  for: number;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Gives the answer to a request whose sender waits: a status, headers, and `body` or `bodyBase64` up to 1 MiB. Without an
 * answer the sender gets what it would have got otherwise.
 */
export type RequestHandler = (
  request: StreamedRequest,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing gives no answer
) => ListenerAnswer | undefined | void | Promise<ListenerAnswer | undefined | void>;

/** The options of a handler. */
export interface OnRequestOptions {
  /** Only requests that match, in the match language: `method:POST json.type=invoice.paid`. */
  match?: string | undefined;
  /** The longest time that a sender waits for the handler, in milliseconds, up to 25,000; else 10,000. */
  wait?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/**
 * One endpoint, to wait at. Stored requests count as well, oldest first, so nothing is missed between a trigger
 * and the wait for its request; `after` leaves out requests that were seen before. Every wait reads a live
 * stream of its own, and goes on when the connection or the service comes back.
 *
 * A match is in the match language: `method:POST json.type=invoice.paid`; an empty one matches all captured requests.
 *
 * Waits reject with a HookwellError 404 if the endpoint does not exist or is deleted meanwhile, with a MatchError
 * if the text is no match, with a TypeError if a schema is invalid, and with the error of a schema.
 */
export class EndpointHandle {
  readonly token: string;
  readonly #client: WaitingClient;
  readonly #listeners: Listener[] = [];

  constructor(client: WaitingClient, token: string) {
    this.#client = client;
    this.token = token;
  }

  /**
   * The oldest captured request that matches, once there is one; with a schema its body as well:
   *
   *     const { json } = await endpoint.waitFor('json.type=order.paid', { schema: OrderPaid });
   *
   * @throws {WaitError} if none came in time, or its body does not fit the schema
   */
  async waitFor<Schema extends StandardSchemaV1>(
    match: string | undefined,
    options: SchemaWaitOptions<Schema>,
  ): Promise<FittingRequest<StandardSchemaV1.InferOutput<Schema>>>;
  async waitFor(match?: string, options?: WaitOptions): Promise<StreamedRequest>;
  async waitFor(match = '', options?: WaitOptions): Promise<StreamedRequest> {
    const [request] = await this.waitForCount(1, match, options);
    // A wait for one resolves with one.
    return request as StreamedRequest;
  }

  /**
   * The oldest captured requests that match, as many as `count`, oldest first, once there are as many.
   * @throws {WaitError} if fewer came in time, or as soon as the body of one does not fit the schema
   */
  async waitForCount<Schema extends StandardSchemaV1>(
    count: number,
    match: string | undefined,
    options: SchemaWaitOptions<Schema>,
  ): Promise<FittingRequest<StandardSchemaV1.InferOutput<Schema>>[]>;
  async waitForCount(
    count: number,
    match?: string,
    options?: WaitOptions,
  ): Promise<StreamedRequest[]>;
  async waitForCount(count: number, match = '', options?: WaitOptions): Promise<StreamedRequest[]> {
    const { waitForCount } = await waiting();
    return await waitForCount(this.#client, this.token, count, match, options);
  }

  /**
   * Resolves when the time is over and no captured request matches.
   * @throws {WaitError} as soon as one matches, or if the service did not tell whether there is one
   */
  async expectNone(match: string, options: ExpectNoneOptions): Promise<void> {
    const { expectNone } = await waiting();
    await expectNone(this.#client, this.token, match, options);
  }

  /**
   * Answers the senders of requests that come from now on, in front of the endpoint's own replies and without touching them:
   *
   *     await endpoint.onRequest(({ body }) => ({ status: 201, body: `got ${body}` }));
   *
   * Resolves once senders wait for the handler, which gets several requests at once. `close()` of the result ends it, and so does
   * deleting a temporary endpoint; both reject with the first error of the handler, or of an answer that cannot be one.
   *
   * @throws {HookwellError} 400 if the match makes no sense, 404 if the endpoint is unknown, 429 if as many listen as may
   * @throws {TypeError} if the time is out of its range
   */
  async onRequest(handler: RequestHandler, options?: OnRequestOptions): Promise<Listener> {
    const { Listener } = await import('./listener.ts');
    const listener = await Listener.open(this.#client, this.token, handler, options);
    this.#listeners.push(listener);
    return listener;
  }

  /**
   * Answers the sender of a request that waits for a listener. The first answer counts.
   * @throws {HookwellError} 400 if the answer cannot be one, 404 if the id is unknown, 409 if the sender waits for none (any more)
   */
  async answer(id: number, answer: ListenerAnswer, options?: CallOptions): Promise<void> {
    await this.#client.requests.answer(id, answer, options);
  }

  /**
   * Ends all handlers.
   * @throws the first of their errors
   */
  protected async closeListeners(): Promise<void> {
    const closed = await Promise.allSettled(this.#listeners.splice(0).map((one) => one.close()));
    for (const result of closed) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Answers the next requests with steps of failures, and judges how their sender behaves: when the time is over, or
   * earlier if nothing that comes later could change a finding. It takes all requests for one delivery. The settings of
   * the endpoint are restored in any case; one grade at a time can run on an endpoint.
   *
   * @throws {ExpectationError} if the expectations make no sense
   * @throws {HookwellError} 400 if the plan makes no sense, 404 if the endpoint is unknown
   * @throws {RestoreError} if the settings could not be restored
   */
  async grade(options: GradeOptions): Promise<Grade> {
    const { grade } = await import('../grading/grade.ts');
    return await grade(this.#client, this.token, options);
  }
}

/** An endpoint for the time being: `await using` deletes it with its captured requests at the end of the block. */
export class TemporaryEndpoint extends EndpointHandle implements AsyncDisposable {
  /** Its receive URL. */
  readonly url: string;
  readonly #delete: () => Promise<void>;
  #deletion: Promise<void> | undefined;

  constructor(client: WaitingClient, { token, url }: CreatedEndpoint) {
    super(client, token);
    this.url = url;
    this.#delete = () => client.endpoints.delete(token);
  }

  /**
   * Ends its handlers and deletes the endpoint, if it still exists. Later calls do nothing more, unless this one fails.
   * @throws the first error of a handler, once the endpoint is deleted
   */
  async delete(): Promise<void> {
    const closing = this.closeListeners();
    // Its failure is thrown below.
    closing.catch(() => {});
    this.#deletion ??= this.#delete().catch((error: unknown) => {
      if (isNotFound(error)) return;
      this.#deletion = undefined;
      throw error;
    });
    await this.#deletion;
    await closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delete();
  }
}

export interface TemporaryEndpointOptions extends CallOptions {
  /** A name that tells the endpoint from others: 1 to 100 characters. */
  name?: string | undefined;
}
