import { HookwellError } from '../http/error.ts';

/** The content of an event. Heartbeats, and kinds of events that this client does not know, have neither field. */
export interface StreamEvent<Item> {
  SSEWebhookRequest?: Item;
  SSEChange?: object;
}

/**
 * Reads an event's data.
 * @throws {HookwellError} if the data cannot come from the service
 */
export function eventIn<Item extends { id: number }>(data: string): StreamEvent<Item> {
  const event = parse(data);
  if (typeof event !== 'object' || event === null) throw malformed();
  if ('SSEWebhookRequest' in event) {
    const request = event.SSEWebhookRequest;
    if (typeof request !== 'object' || request === null) throw malformed();
    if (!('id' in request && Number.isSafeInteger(request.id))) throw malformed();
  }
  // The contract gives the other fields, in the view of the query: they are not checked again.
  return event as StreamEvent<Item>;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): HookwellError {
  return new HookwellError('The stream sent something that is no event', { status: 200, cause });
}
