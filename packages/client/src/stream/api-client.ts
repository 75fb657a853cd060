import { AuthCalls, KeyCalls } from '../calls/auth.ts';
import { EndpointCalls } from '../calls/endpoints.ts';
import { RequestCalls } from '../calls/requests.ts';
import { BillingCalls, ServiceCalls } from '../calls/service.ts';
import type { Caller } from '../http/caller.ts';

/** The part of `HookwellClient` that calls the API, without streams, waits and replays. The first view of the dashboard needs no more. */
export class ApiClient {
  readonly requests: RequestCalls;
  readonly service: ServiceCalls;
  readonly endpoints: EndpointCalls;
  readonly auth: AuthCalls;
  readonly keys: KeyCalls;
  readonly billing: BillingCalls;

  constructor(caller: Caller) {
    this.requests = new RequestCalls(caller);
    this.service = new ServiceCalls(caller);
    this.endpoints = new EndpointCalls(caller);
    this.auth = new AuthCalls(caller);
    this.keys = new KeyCalls(caller);
    this.billing = new BillingCalls(caller);
  }
}

// What few pages need stands beside, so that the others do not load it.
export { routes } from '@hookwell/core/api/routes';
export { TeamCalls } from '../calls/teams.ts';
export { Caller } from '../http/caller.ts';
