import type { CreatedEndpoint, Endpoint } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** Endpoints: where webhooks are sent to. All their calls take a session or an API key. */
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
   * @throws HookwellError 403 at the plan's limit
   */
  create(options?: CallOptions): Promise<CreatedEndpoint> {
    return this.#caller.json('createEndpoint', { path: {} }, options);
  }

  /**
   * Sets what an endpoint is called (1 to 100 characters) and gives the endpoint as it is now.
   * @throws HookwellError 400 for such a name, 404 for an unknown token
   */
  rename(token: string, badgeName: string, options?: CallOptions): Promise<Endpoint> {
    const input = { path: { token }, body: { badgeName } };
    return this.#caller.json('updateEndpoint', input, options);
  }

  /**
   * Deletes an endpoint with all it captured. Its receive URL stops at once.
   * @throws HookwellError 404 for an unknown token
   */
  delete(token: string, options?: CallOptions): Promise<void> {
    return this.#caller.empty('deleteEndpoint', { path: { token } }, options);
  }

  /** Deletes every endpoint of the account, with all they captured, and makes one new endpoint. */
  regenerate(options?: CallOptions): Promise<CreatedEndpoint> {
    return this.#caller.json('regenerateEndpoints', { path: {} }, options);
  }
}
