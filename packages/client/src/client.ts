import { Caller, type ClientOptions } from './caller.ts';
import { AuthCalls } from './calls/auth.ts';
import { BillingCalls } from './calls/billing.ts';
import { EndpointCalls } from './calls/endpoints.ts';
import { KeyCalls } from './calls/keys.ts';
import { RequestCalls } from './calls/requests.ts';
import { ServiceCalls } from './calls/service.ts';
import { RequestStream, type StreamOptions } from './stream/request-stream.ts';
import type { StreamedRequest, StreamedSummary, Viewed } from './view.ts';

/**
 * The API of a Hookwell service. A page of the service itself needs no options: its session cookie is
 * the credential. Programs elsewhere give the address and an API key:
 *
 *     const hookwell = new HookwellClient({ baseUrl: 'https://hooks.example.org', apiKey: 'wh-…' });
 *     const { url, token } = await hookwell.endpoints.create();
 *     for await (const request of hookwell.stream({ endpoint: token })) console.log(request.body);
 *
 * Every call rejects with a HookwellError, or with the reason of its own signal.
 */
export class HookwellClient {
  readonly endpoints: EndpointCalls;
  readonly requests: RequestCalls;
  readonly auth: AuthCalls;
  readonly keys: KeyCalls;
  readonly billing: BillingCalls;
  readonly service: ServiceCalls;
  readonly #caller: Caller;

  /** @throws TypeError for a base URL that cannot be one, and without one outside of browsers */
  constructor(options: ClientOptions = {}) {
    const caller = new Caller(options);
    this.endpoints = new EndpointCalls(caller);
    this.requests = new RequestCalls(caller);
    this.auth = new AuthCalls(caller);
    this.keys = new KeyCalls(caller);
    this.billing = new BillingCalls(caller);
    this.service = new ServiceCalls(caller);
    this.#caller = caller;
  }

  /** What is captured, live: opens once it is iterated over, and never ends by itself. */
  stream(options?: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
  stream(options: StreamOptions): RequestStream<StreamedRequest | StreamedSummary>;
  stream(options: StreamOptions = {}): RequestStream<StreamedRequest | StreamedSummary> {
    return new RequestStream(this.#caller, options);
  }
}
