import type { Caller, CallOptions } from '../http/caller.ts';

/** Plans. The call takes a session. */
export class BillingCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The plans with their limits, and the page that sells each to this account. */
  plans(options?: CallOptions) {
    return this.#caller.json('listPlans', { path: {} }, options);
  }
}
