import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isClosing, stopParsing } from './lingering-close.ts';

/** How many requests of one connection may wait for their answers: who pipelines more has read none of them. */
const mostPipelined = 1000;
/**
 * How many bytes they may hold: all together, and those of one connection once there are that many. A sender that has
 * a few of them under way is within that, whatever others do.
 */
const mostHeldByAll = 48 * 2 ** 20;
const alwaysAllowed = 64 * 1024;
/** What Node and we hold for a request and its answer beside its head, in bytes. */
const oneExchange = 4096;

interface Waiting {
  count: number;
  held: number;
}

/** Connections whose last request has come: what follows it on them is nobody's. */
const takesNoMore = new WeakSet<Socket>();
/** Those of them on which more came. */
const stopped = new WeakSet<Socket>();
/** The answer to what came last on a connection. */
const latest = new WeakMap<Socket, ServerResponse>();
/** The pipelined requests of a connection that wait, where any did. */
const waiting = new WeakMap<Socket, Waiting>();
/** What those of all connections hold. */
let heldByAll = 0;

/** Notes what came. */
export function came({ socket }: IncomingMessage, response: ServerResponse): void {
  latest.set(socket, response);
}

/** The answer to what came last on this connection. */
export function latestOn(socket: Socket): ServerResponse | undefined {
  return latest.get(socket);
}

/**
 * The server stops: makes the answer the last one on its connection, unless more has been accepted on it, which
 * would never be answered then.
 */
export function endConnection(response: ServerResponse): void {
  if (latest.get(response.req.socket) === response) makeLast(response.req, response);
}

export function takesMore(socket: Socket): boolean {
  return !takesNoMore.has(socket);
}

/**
 * A request came after the last one, which is whole by then: nothing more of the connection is read. What came in
 * the same packet is there all the same, until the connection closes: at once where too much is held for it.
 */
export function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  const ours = waitingOn(socket);
  count(ours, 1, heldBy(request));
  if (heldByAll > 2 * mostHeldByAll && ours.held > alwaysAllowed) socket.destroy();
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
 * Bounds what connections can pile up. Requests that come one at a time, as nearly all do, cost a comparison.
 * To be called when a request comes.
 */
export function boundPipeline(request: IncomingMessage, response: ServerResponse): void {
  // The socket belongs to an earlier response.
  if (response.socket !== null) return;
  const ours = waitingOn(request.socket);
  const held = heldBy(request);
  count(ours, 1, held);
  response.once('close', () => count(ours, -1, -held));
  const isTooMuch = heldByAll > mostHeldByAll && ours.held > alwaysAllowed;
  if (isTooMuch || ours.count >= mostPipelined) makeLast(request, response);
}

/** Requests wait on this connection behind the one whose answer is due. */
function waitingOn(socket: Socket): Waiting {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const ours = { count: 0, held: 0 };
  waiting.set(socket, ours);
  // Of those that still wait then no 'close' is heard.
  socket.once('close', () => count(ours, -ours.count, -ours.held));
  return ours;
}

function count(ours: Waiting, requests: number, bytes: number): void {
  // Its connection was closed before.
  if (ours.count + requests < 0) return;
  ours.count += requests;
  ours.held += bytes;
  heldByAll += bytes;
}

/** The head is there as it came and, for a capture, as it is stored. */
function heldBy({ rawHeaders, url = '' }: IncomingMessage): number {
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  return oneExchange + 2 * head;
}
