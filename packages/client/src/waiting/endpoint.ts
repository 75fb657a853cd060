/// <reference lib="esnext.disposable" preserve="true" />

import type { CreatedEndpoint } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';
import type { CallOptions } from '../http/caller.ts';
import { HookwellError } from '../http/error.ts';
import type { Match } from './match.ts';
import type { WaitingClient } from './waiting-client.ts';

/** Loaded when somebody waits: a page that never does need not carry it. */
const waiting = () => import('./wait.ts');

/** How long is waited, and for which. */
export interface WaitOptions {
  /** How many milliseconds; the client's `waitTimeout` where it is missing. With 0 only what is stored already counts. */
  timeout?: number | undefined;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** How long nothing may come. */
export interface ExpectNoneOptions {
  /** How many milliseconds. With 0 only what is stored already counts. */
  for: number;
  /** Only captured requests with a higher id. */
  after?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * One endpoint, to wait at. What is stored already counts, oldest first, so nothing is missed between a
 * trigger and the wait for what it sends; `after` leaves out what was seen before. Every wait reads a live
 * stream of its own, and goes on when the connection or the service comes back.
 *
 * Waits reject with a HookwellError 404 where the endpoint does not exist or is deleted meanwhile, with a
 * TypeError for what is no match, and with whatever a function of the match throws.
 */
export class EndpointHandle {
  readonly token: string;
  readonly #client: WaitingClient;

  constructor(client: WaitingClient, token: string) {
    this.#client = client;
    this.token = token;
  }

  /**
   * The oldest captured request that matches, once there is one.
   * @throws WaitError where none came in time
   */
  async waitFor(match: Match = {}, options?: WaitOptions): Promise<StreamedRequest> {
    const [request] = await this.waitForCount(1, match, options);
    // One was asked for, and so it is there.
    return request as StreamedRequest;
  }

  /**
   * The oldest so many captured requests that match, oldest first, once there are as many.
   * @throws WaitError where fewer came in time
   */
  async waitForCount(
    count: number,
    match: Match = {},
    options?: WaitOptions,
  ): Promise<StreamedRequest[]> {
    const { waitForCount } = await waiting();
    return await waitForCount(this.#client, this.token, count, match, options);
  }

  /**
   * Resolves when the time is over and no captured request matches.
   * @throws WaitError as soon as one does, and where the service could not say whether there is one
   */
  async expectNone(match: Match, options: ExpectNoneOptions): Promise<void> {
    const { expectNone } = await waiting();
    await expectNone(this.#client, this.token, match, options);
  }
}

/**
 * An endpoint for the time being: `await using` deletes it, with all it captured, when its block is left.
 */
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

  /** Deletes the endpoint, if it still exists. Later calls do nothing more, unless this one fails. */
  async delete(): Promise<void> {
    this.#deletion ??= this.#delete().catch((error: unknown) => {
      if (error instanceof HookwellError && error.status === 404) return;
      this.#deletion = undefined;
      throw error;
    });
    await this.#deletion;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.delete();
  }
}

export interface TemporaryEndpointOptions extends CallOptions {
  /** What the endpoint is called, so that it can be told from others: 1 to 100 characters. */
  name?: string | undefined;
}
