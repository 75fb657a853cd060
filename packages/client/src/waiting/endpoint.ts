/// <reference lib="esnext.disposable" preserve="true" />

import type { CreatedEndpoint } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';
import type { Grade, GradeOptions } from '../grading/grade.ts';
import type { CallOptions } from '../http/caller.ts';
import { isNotFound } from '../http/error.ts';
import type { Match } from './match.ts';
import type { WaitingClient } from './waiting-client.ts';

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
}

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
 * One endpoint, to wait at. Stored requests count as well, oldest first, so nothing is missed between a trigger
 * and the wait for its request; `after` leaves out requests that were seen before. Every wait reads a live
 * stream of its own, and goes on when the connection or the service comes back.
 *
 * Waits reject with a HookwellError 404 if the endpoint does not exist or is deleted meanwhile, with a MatchError
 * if a text is no match, with a TypeError if criteria are invalid, and with the error of a function of the match.
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
   * @throws {WaitError} if none came in time
   */
  async waitFor(match: Match = {}, options?: WaitOptions): Promise<StreamedRequest> {
    const [request] = await this.waitForCount(1, match, options);
    // A wait for one resolves with one.
    return request as StreamedRequest;
  }

  /**
   * The oldest captured requests that match, as many as `count`, oldest first, once there are as many.
   * @throws {WaitError} if fewer came in time
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
   * @throws {WaitError} as soon as one matches, or if the service did not tell whether there is one
   */
  async expectNone(match: Match, options: ExpectNoneOptions): Promise<void> {
    const { expectNone } = await waiting();
    await expectNone(this.#client, this.token, match, options);
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

  /** Deletes the endpoint, if it still exists. Later calls do nothing more, unless this one fails. */
  async delete(): Promise<void> {
    this.#deletion ??= this.#delete().catch((error: unknown) => {
      if (isNotFound(error)) return;
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
  /** A name that tells the endpoint from others: 1 to 100 characters. */
  name?: string | undefined;
}
