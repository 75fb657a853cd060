import { AuthCalls } from '../calls/auth.ts';
import { BillingCalls } from '../calls/billing.ts';
import { EndpointCalls } from '../calls/endpoints.ts';
import { KeyCalls } from '../calls/keys.ts';
import type { Caller } from '../http/caller.ts';
import { LiveClient } from './live-client.ts';

/** The part of `HookwellClient` without waits and replays: every call of the API. The dashboard needs no more. */
export class ApiClient extends LiveClient {
  readonly endpoints: EndpointCalls;
  readonly auth: AuthCalls;
  readonly keys: KeyCalls;
  readonly billing: BillingCalls;

  constructor(caller: Caller) {
    super(caller);
    this.endpoints = new EndpointCalls(caller);
    this.auth = new AuthCalls(caller);
    this.keys = new KeyCalls(caller);
    this.billing = new BillingCalls(caller);
  }
}

// What few pages need stands beside, so that the others do not load it.
export { TeamCalls } from '../calls/teams.ts';
export { routes } from '../contract/routes.ts';
export { Caller } from '../http/caller.ts';
