import type { EndpointCalls } from '../calls/endpoints.ts';
import type { RequestCalls } from '../calls/requests.ts';
import type { StreamedSummary, Viewed } from '../contract/view.ts';
import type { RequestStream, StreamOptions } from '../stream/request-stream.ts';

/** The part of a HookwellClient that grading needs. */
export interface GradingClient {
  /** The timeout of grades that name none, in milliseconds. */
  readonly waitTimeout: number;
  readonly endpoints: Pick<EndpointCalls, 'settings' | 'deliveries'>;
  readonly requests: Pick<RequestCalls, 'page'>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
}
