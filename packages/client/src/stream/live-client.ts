import {
  RequestCalls,
  type StreamedRequest,
  type StreamedSummary,
  type Viewed,
} from '../calls/requests.ts';
import { ServiceCalls } from '../calls/service.ts';
import type { Caller, Routes } from '../http/caller.ts';
import { RequestStream, type StreamOptions } from './request-stream.ts';

/** The routes of the calls that a follower of captured requests makes: pages, the stream, the health of the service. */
export const liveRoutes = {
  listRequests: 'GET /api/requests',
  liveStream: 'GET /api/sse',
  getHealth: 'GET /healthz',
} as const satisfies Routes;

/** What follows captured requests, as `HookwellClient` does: a worker that does no more loads no more. */
export class LiveClient {
  readonly requests: RequestCalls;
  readonly service: ServiceCalls;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.requests = new RequestCalls(caller);
    this.service = new ServiceCalls(caller);
    this.#caller = caller;
  }

  /** The captured requests, live. The stream opens once it is iterated over, and never ends by itself. */
  stream(options?: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
  stream(options: StreamOptions): RequestStream<StreamedRequest | StreamedSummary>;
  stream(options: StreamOptions = {}): RequestStream<StreamedRequest | StreamedSummary> {
    return new RequestStream(this.#caller, options);
  }
}

/** What callers of a `LiveClient` see of it, and a `HookwellClient` has too. */
export type LiveCalls = Pick<LiveClient, keyof LiveClient>;

export { Caller } from '../http/caller.ts';
