import type { EndpointContract } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** The contract of one endpoint: the schemas that its JSON bodies should fit. All these calls take a session or an API key. */
export class ContractCalls {
  readonly #caller: Caller;
  readonly #path: { token: string };

  constructor(caller: Caller, token: string) {
    this.#caller = caller;
    this.#path = { token };
  }

  /**
   * The contract; `{ events: {} }` if there is none.
   * @throws {HookwellError} 404 if the token is unknown
   */
  get(options?: CallOptions) {
    return this.#caller.json('getContract', { path: this.#path }, options);
  }

  /**
   * Replaces the whole contract, and gives it as it is now. It counts for every request that arrives afterwards.
   * @throws {HookwellError} 400 with the wrong place (`events["invoice.paid"].properties.id.type`), 404 if the token is unknown
   */
  put(contract: EndpointContract, options?: CallOptions) {
    return this.#caller.json('putContract', { path: this.#path, body: contract }, options);
  }

  /**
   * Removes the contract: from then on nothing is compared with it.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(options?: CallOptions) {
    return this.#caller.empty('deleteContract', { path: this.#path }, options);
  }
}
