import type { NewApiKey } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** API keys, credentials for programs. These calls take a session; a plan without API use gets 403. */
export class KeyCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Every key of the account, oldest first, without its secret. */
  list(options?: CallOptions) {
    return this.#caller.json('listApiKeys', { path: {} }, options);
  }

  /**
   * Makes a key. Its `secret` is shown here and never again.
   * @throws {HookwellError} 400 if the name has not 1 to 100 characters, 403 if there are 20 keys
   */
  create(key: NewApiKey, options?: CallOptions) {
    return this.#caller.json('createApiKey', { path: {}, body: key }, options);
  }

  /**
   * Deletes a key, which stops working at once.
   * @throws {HookwellError} 404 if the tracking id is unknown
   */
  delete(trackingId: string, options?: CallOptions) {
    return this.#caller.empty('deleteApiKey', { path: { trackingId } }, options);
  }
}
