import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { forgetRequests, latestOn } from './last-request.ts';

/** A client that sends more behind its request is cut off. */
const mostIgnoredBytes = 64 * 1024;

interface Parser {
  remove(): void;
  close(): void;
}

/** The property that Node's HTTP server adds to a socket; its types lack it. */
interface HttpSocket extends Socket {
  parser?: Parser | null;
}

/**
 * Takes the socket out of Node's HTTP server once the head of an answer without an end was written: from now on the
 * bytes of the body are written to the socket itself, and the little that may still come is thrown away (RFC 9112, 9.6). Request,
 * response and parser are free to go then: of a connection that stays open for hours they are 14 of 19 KiB.
 *
 * All listeners of the socket go as well. Gives nothing, and changes nothing, if other requests wait behind this one or
 * it has a body under way: Node goes on with the connection then.
 */
export function leaveHttp(response: ServerResponse): Socket | undefined {
  const request = response.req;
  const socket: HttpSocket | null = response.socket;
  if (socket === null || socket.destroyed || !request.complete) return undefined;
  if (latestOn(socket) !== response || response.writableLength > socket.writableLength)
    return undefined;
  const { parser } = socket;
  if (typeof parser?.close !== 'function' || typeof parser.remove !== 'function') return undefined;
  response.detachSocket(socket);
  removeListeners(socket);
  // A listener of ours takes the socket back from the parser, which reads it below JavaScript.
  socket.on('data', ignoreSome);
  socket.parser = null;
  forgetRequests(socket);
  parser.remove();
  // It may be at work at this moment.
  setImmediate(() => parser.close());
  socket.on('error', ignore);
  socket.resume();
  return socket;
}

/** `removeAllListeners` would leave the socket with a table of its events that takes 200 bytes more. */
function removeListeners(socket: Socket): void {
  for (const event of socket.eventNames()) {
    for (const listener of socket.rawListeners(event)) {
      socket.removeListener(event, listener as () => void);
    }
  }
}

// The listeners are functions of the module: a closure of `leaveHttp` would keep the parser, and with it the request, for as long
// as the connection is open.

function ignore(): void {}

const ignoredBytes = new WeakMap<Socket, number>();

/** Notes something of those sockets alone that get something. */
function ignoreSome(this: Socket, piece: Buffer): void {
  const bytes = (ignoredBytes.get(this) ?? 0) + piece.length;
  ignoredBytes.set(this, bytes);
  if (bytes > mostIgnoredBytes) this.destroy();
}
