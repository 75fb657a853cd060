import type { Caller, CallOptions } from '../http/caller.ts';

/** The service itself. These calls need no credential. */
export class ServiceCalls {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The beginning of every receive URL, the limits of the plans, and the version. */
  get(options?: CallOptions) {
    return this.#caller.json('getService', { path: {} }, options);
  }

  /** The description of the API, in OpenAPI 3.1. */
  description(options?: CallOptions) {
    return this.#caller.json('getApiDescription', { path: {} }, options);
  }

  /**
   * Whether the process is alive.
   * @throws {HookwellError} 503 if it is not well
   */
  health(options?: CallOptions): Promise<{ status: string }> {
    return this.#caller.json('getHealth', { path: {} }, options);
  }

  /**
   * Whether captures can be stored.
   * @throws {HookwellError} 503 if they cannot
   */
  readiness(options?: CallOptions): Promise<{ status: string }> {
    return this.#caller.json('getReadiness', { path: {} }, options);
  }

  /**
   * The metrics, in the text format of Prometheus.
   * @param token the operator's metrics token; not needed on the machine of the service
   * @throws {HookwellError} 404 for any other caller
   */
  metrics({ token, ...options }: CallOptions & { token?: string } = {}): Promise<string> {
    const input = { path: {}, bearer: token };
    return this.#caller.read('getMetrics', input, options, (answer) => answer.text());
  }
}

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
