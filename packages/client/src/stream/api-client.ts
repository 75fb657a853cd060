import { AuditCalls } from '../calls/audit.ts';
import { AuthCalls } from '../calls/auth.ts';
import { BillingCalls } from '../calls/billing.ts';
import { EndpointCalls } from '../calls/endpoints.ts';
import { KeyCalls } from '../calls/keys.ts';
import { ShareCalls } from '../calls/shares.ts';
import { TeamCalls } from '../calls/teams.ts';
import type { Caller } from '../http/caller.ts';
import { LiveClient } from './live-client.ts';

/** The part of `HookwellClient` without waits and replays: every call of the API. The dashboard needs no more. */
export class ApiClient extends LiveClient {
  readonly endpoints: EndpointCalls;
  readonly auth: AuthCalls;
  readonly keys: KeyCalls;
  readonly billing: BillingCalls;
  readonly shares: ShareCalls;
  readonly teams: TeamCalls;
  readonly audit: AuditCalls;

  constructor(caller: Caller) {
    super(caller);
    this.endpoints = new EndpointCalls(caller);
    this.auth = new AuthCalls(caller);
    this.keys = new KeyCalls(caller);
    this.billing = new BillingCalls(caller);
    this.shares = new ShareCalls(caller);
    this.teams = new TeamCalls(caller);
    this.audit = new AuditCalls(caller);
  }
}

export { routes } from '../contract/routes.ts';
export { Caller } from '../http/caller.ts';
