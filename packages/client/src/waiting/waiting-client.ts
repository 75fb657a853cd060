import type { EndpointCalls } from '../calls/endpoints.ts';
import type { RequestCalls } from '../calls/requests.ts';
import type { StreamedRequest, StreamedSummary, Viewed } from '../contract/view.ts';
import type { RequestStream, StreamOptions } from '../stream/request-stream.ts';

/** The part of a HookwellClient that waiting and grading need. */
export interface WaitingClient {
  /** The timeout of waits that name none, in milliseconds. */
  readonly waitTimeout: number;
  readonly endpoints: Pick<EndpointCalls, 'settings' | 'deliveries' | 'delete'>;
  readonly requests: Pick<RequestCalls, 'page' | 'wire' | 'answer'>;
  stream(options: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
}
