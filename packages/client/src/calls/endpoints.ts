import type { CreatedEndpoint, Endpoint } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** Endpoints, which webhooks are sent to. All these calls take a session or an API key. */
export class EndpointCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every endpoint of the account, oldest first. */
  list(options?: CallOptions): Promise<Endpoint[]> {
    return this.#caller.json('listEndpoints', { path: {} }, options);
  }

  /**
   * Makes a new endpoint; its `url` is the receive URL.
   * @throws {HookwellError} 403 if the plan's limit is reached
   */
  create(options?: CallOptions): Promise<CreatedEndpoint> {
    return this.#caller.json('createEndpoint', { path: {} }, options);
  }

  /**
   * Sets the name of an endpoint (1 to 100 characters) and gives the endpoint as it is now.
   * @throws {HookwellError} 400 if the name cannot be one, 404 if the token is unknown
   */
  rename(token: string, badgeName: string, options?: CallOptions): Promise<Endpoint> {
    const input = { path: { token }, body: { badgeName } };
    return this.#caller.json('updateEndpoint', input, options);
  }

  /**
   * Deletes an endpoint with all its captured requests. Its receive URL stops at once.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(token: string, options?: CallOptions): Promise<void> {
    return this.#caller.empty('deleteEndpoint', { path: { token } }, options);
  }

  /** Deletes every endpoint of the account with its captured requests, and makes one new endpoint. */
  regenerate(options?: CallOptions): Promise<CreatedEndpoint> {
    return this.#caller.json('regenerateEndpoints', { path: {} }, options);
  }
}
