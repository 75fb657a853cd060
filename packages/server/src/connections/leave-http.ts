import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { takeSocket } from './api-exchange.ts';

/** A client that sends more behind its request is cut off. */
const mostIgnoredBytes = 64 * 1024;

/**
 * Takes the socket out of HTTP once the head of an answer without an end was written: from now on the
 * bytes of the body are written to the socket itself, and the little that may still come is thrown away (RFC 9112, 9.6). Request,
 * response and connection are free to go then: of a connection that stays open for hours they are most of what it takes.
 *
 * All listeners of the socket go as well. Gives nothing, and changes nothing, if other requests wait behind this one or
 * it has a body under way.
 */
export function leaveHttp(response: ServerResponse<IncomingMessage>): Socket | undefined {
  const socket = takeSocket(response);
  socket?.on('data', ignoreSome);
  socket?.on('error', ignore);
  socket?.resume();
  return socket;
}

// The listeners are functions of the module: a closure of `leaveHttp` would keep the request for as long as the connection is open.

function ignore(): void {}

const ignoredBytes = new WeakMap<Socket, number>();

/** Notes something of those sockets alone that get something. */
function ignoreSome(this: Socket, piece: Buffer): void {
  const bytes = (ignoredBytes.get(this) ?? 0) + piece.length;
  ignoredBytes.set(this, bytes);
  if (bytes > mostIgnoredBytes) this.destroy();
}
