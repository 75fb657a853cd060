import type { EndpointCalls } from '../calls/endpoints.ts';
import type { RequestCalls } from '../calls/requests.ts';
import type { StreamedRequest, StreamedSummary, Viewed } from '../contract/view.ts';
import type { GradingClient } from '../grading/grading-client.ts';
import type { RequestStream, StreamOptions } from '../stream/request-stream.ts';

/** The part of a HookwellClient that waiting needs. */
export interface WaitingClient extends GradingClient {
  /** The timeout of waits that name none, in milliseconds. */
  readonly waitTimeout: number;
  readonly endpoints: GradingClient['endpoints'] & Pick<EndpointCalls, 'delete'>;
  readonly requests: Pick<RequestCalls, 'page' | 'wire' | 'answer'>;
  stream(options: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
}
