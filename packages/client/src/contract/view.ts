import type { SSEWebhookRequest, SSEWebhookRequestSummary } from './internal-types.ts';
import type { CapturedRequest, CapturedRequestSummary } from './types.ts';

/** With `summary`, captured requests have their body's size and type instead of the body. */
export type View = 'summary' | undefined;

/** Options that ask for this view and no other. */
export type Viewed<Options, Seen extends View> = Options &
  (Seen extends 'summary' ? { view: 'summary' } : { view?: undefined });

/** A captured request of a list, in this view. */
export type Listed<Seen extends View> = Seen extends 'summary'
  ? CapturedRequestSummary
  : CapturedRequest;

/** A captured request of the live stream: its body is text. */
export type StreamedRequest = SSEWebhookRequest['SSEWebhookRequest'];
/** The same with `view: 'summary'`. */
export type StreamedSummary = SSEWebhookRequestSummary['SSEWebhookRequest'];
