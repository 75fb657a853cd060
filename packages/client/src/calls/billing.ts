import type { PlanOffer } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** Plans. Their call takes a session. */
export class BillingCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** What each plan allows, and the page that sells it to this account. */
  plans(options?: CallOptions): Promise<PlanOffer[]> {
    return this.#caller.json('listPlans', { path: {} }, options);
  }
}
