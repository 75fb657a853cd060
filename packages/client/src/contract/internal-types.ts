/** The types of the contract that the client uses inside. The published package writes them out as well. */
export type {
  Calls,
  SSEWebhookRequest,
  SSEWebhookRequestSummary,
} from '@hookwell/core/api';
