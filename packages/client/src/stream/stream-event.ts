import { HookwellError } from '../http/error.ts';

/**
 * The captured request in an event's data; `undefined` for a heartbeat, and for kinds of events that this client
 * does not know.
 * @throws {HookwellError} if the data cannot come from the service
 */
export function requestIn<Item extends { id: number }>(data: string): Item | undefined {
  const event = parse(data);
  if (typeof event !== 'object' || event === null) throw malformed();
  if (!('SSEWebhookRequest' in event)) return undefined;
  const request = event.SSEWebhookRequest;
  if (typeof request !== 'object' || request === null) throw malformed();
  if (!('id' in request && Number.isSafeInteger(request.id))) throw malformed();
  // The contract gives the other fields, in the view of the query: they are not checked again.
  return request as Item;
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
