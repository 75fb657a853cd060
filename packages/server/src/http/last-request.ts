import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isClosing, stopParsing } from './lingering-close.ts';

/** How many requests of one connection may wait for their answers: who pipelines more has read none of them. */
const mostPipelined = 1000;

/** Connections whose last request has come: what follows it on them is nobody's. */
const takesNoMore = new WeakSet<Socket>();
/** Those of them on which more came. */
const stopped = new WeakSet<Socket>();
/** How many pipelined requests of a connection wait, where any did. */
const waiting = new WeakMap<Socket, number>();

export function takesMore(socket: Socket): boolean {
  return !takesNoMore.has(socket);
}

/** Something came after the last request, which is whole by then: nothing more of the connection is read. */
export function dropRest(socket: Socket): void {
  if (stopped.has(socket)) return;
  stopped.add(socket);
  // The parser is at work here.
  setImmediate(() => {
    if (!isClosing(socket)) stopParsing(socket);
  });
}

/** This request is answered, then its connection closes (RFC 9112, 9.6). What came after it is not looked at. */
export function makeLast({ socket }: IncomingMessage, response: ServerResponse): void {
  takesNoMore.add(socket);
  response.shouldKeepAlive = false;
}

/**
 * Bounds what one connection can pile up. Requests that come one at a time, as nearly all do, cost a comparison.
 * To be called when a request comes.
 */
export function boundPipeline(request: IncomingMessage, response: ServerResponse): void {
  // The socket belongs to an earlier response.
  if (response.socket !== null) return;
  const { socket } = request;
  const count = pipelinedOn(socket) + 1;
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, pipelinedOn(socket) - 1));
  if (count >= mostPipelined) makeLast(request, response);
}

/** How many requests wait on this connection behind the one whose answer is due. */
function pipelinedOn(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}
