import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { forgetRequests, latestOn } from './last-request.ts';

/** A client that sends more behind its request is cut off. */
const mostIgnoredBytes = 64 * 1024;

interface Parser {
  remove(): void;
  close(): void;
}

/** What Node's HTTP server hangs on a socket of its own; its types lack it. */
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
  // A listener of ours takes the socket back from the parser, which reads it below JavaScript.
  socket.on('data', ignore);
  response.detachSocket(socket);
  removeListeners(socket);
  socket.parser = null;
  forgetRequests(socket);
  parser.remove();
  closeLater(parser);
  socket.on('error', ignore);
  cutOffBehind(socket, socket.bytesRead + mostIgnoredBytes);
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

// Functions of their own, since the closures of one function share what any of them needs: the listener would keep the parser,
// and with it the request, for as long as the connection is open.

/** The parser may be at work at this moment. */
function closeLater(parser: Parser): void {
  setImmediate(() => parser.close());
}

function cutOffBehind(socket: Socket, mostBytes: number): void {
  socket.on('data', () => {
    if (socket.bytesRead > mostBytes) socket.destroy();
  });
}

function ignore(): void {}
