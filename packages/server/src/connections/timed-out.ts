import type { IncomingMessage } from 'node:http';

const timedOut = new WeakSet<IncomingMessage>();

/** Whether the rest of the request did not come in time, so that it was answered 408. */
export function hasTimedOut(request: IncomingMessage): boolean {
  return timedOut.has(request);
}

export function markTimedOut(request: IncomingMessage): void {
  timedOut.add(request);
}

/**
 * Tells whoever reads the body that the rest never comes, as if the sender had gone away. Destroying the
 * request would destroy the socket with it, before the sender has read its answer.
 */
export function failBody(request: IncomingMessage): void {
  if (request.listenerCount('error') === 0) return;
  request.emit('error', new Error('The rest of the body is not read'));
}
