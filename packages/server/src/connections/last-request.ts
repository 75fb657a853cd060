import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isClosing, stopParsing } from './lingering-close.ts';
import * as http from './node-http.ts';
import { headLength } from './request-head.ts';

/** So many requests of one connection may wait for their answers. A sender that pipelines more reads no answers. */
const mostPipelinedRequests = 1000;
/** The pipelined requests of all connections may hold this much, those of one connection then no more than the next. */
const mostHeldBytes = 48 * 1024 * 1024;
/** A sender that has a few requests under way holds less than this, so floods of others do not harm it. */
const alwaysAllowedBytes = 64 * 1024;
/** The memory of a request and its answer beside the head. */
const exchangeBytes = 4096;
/** The memory of each name and value of a header beside its characters. */
const textBytes = 128;

interface WaitingCount {
  count: number;
  bytes: number;
}

/** Connections whose last request has come. Anything that follows it is ignored. */
const takesNoMore = new WeakSet<Socket>();
/** Those of them on which more has come. */
const stopped = new WeakSet<Socket>();
/** The answer to the latest request of a connection, unless it was sent and the request is whole. */
const latest = new WeakMap<Socket, ServerResponse | undefined>();
/** The pipelined requests of a connection that wait, if there were any. */
const waiting = new WeakMap<Socket, WaitingCount>();
/** The bytes that the waiting requests of all connections hold. */
let heldBytes = 0;

/** Notes a request that came. */
export function noteRequest({ socket }: IncomingMessage, response: ServerResponse): void {
  latest.set(socket, response);
}

/** An answer that is forgotten once it was sent: an idle connection would keep its last request and all that this led to. */
export class ForgottenResponse extends http.ServerResponse {
  /** Node calls this when the socket has taken the answer. */
  override detachSocket(socket: Socket): void {
    if (this.req.complete) forget(socket, this);
    // An early answer: Node reads the rest of the body, and throws it away.
    else this.req.once('end', () => forget(socket, this));
    super.detachSocket(socket);
  }
}

function forget(socket: Socket, response: ServerResponse): void {
  if (latest.get(socket) === response) latest.set(socket, undefined);
}

/** The answer to the latest request of this connection; undefined if it was sent, and the request is whole. */
export function latestOn(socket: Socket): ServerResponse | undefined {
  return latest.get(socket);
}

/** The connection has left HTTP: nothing is kept for it. */
export function forgetRequests(socket: Socket): void {
  latest.delete(socket);
  const ours = waiting.get(socket);
  if (ours !== undefined) count(ours, -ours.count, -ours.bytes);
}

/**
 * Makes the answer the last one on its connection, since the server stops. An answer with accepted requests
 * behind it is not made the last: those would never be answered.
 */
export function endConnection(response: ServerResponse): void {
  if (latest.get(response.req.socket) === response) makeLast(response.req, response);
}

/** Whether the next request of the connection is answered. */
export function takesMore(socket: Socket): boolean {
  return !takesNoMore.has(socket);
}

/**
 * Drops a request that came after the last one, which is whole by then. Nothing more of the connection is read.
 * Requests in the same packet take memory until the connection closes: it closes at once if that is too much.
 */
export function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  const ours = waitingOn(socket);
  count(ours, 1, bytesOf(request));
  if (heldBytes > 2 * mostHeldBytes && ours.bytes > alwaysAllowedBytes) socket.destroy();
  if (stopped.has(socket)) return;
  stopped.add(socket);
  // The parser calls this and must return first.
  setImmediate(() => {
    if (!isClosing(socket)) stopParsing(socket);
  });
}

/** The bytes that the requests of all connections hold that wait for their answers. */
export function bytesOfWaitingRequests(): number {
  return heldBytes;
}

/** Makes this request the last: its connection closes after the answer (RFC 9112, 9.6). Later requests are ignored. */
export function makeLast({ socket }: IncomingMessage, response: ServerResponse): void {
  takesNoMore.add(socket);
  response.shouldKeepAlive = false;
}

/**
 * Bounds the pipelined requests that wait. Requests that come one at a time, as nearly all do, cost a comparison.
 * To be called for each request that comes.
 */
export function boundPipeline(request: IncomingMessage, response: ServerResponse): void {
  // A pipelined request has no socket yet: it belongs to an earlier response.
  if (response.socket !== null) return;
  const ours = waitingOn(request.socket);
  const bytes = bytesOf(request);
  count(ours, 1, bytes);
  response.once('close', () => count(ours, -1, -bytes));
  const isTooMuch = heldBytes > mostHeldBytes && ours.bytes > alwaysAllowedBytes;
  if (isTooMuch || ours.count >= mostPipelinedRequests) makeLast(request, response);
}

/** The requests of this connection that wait behind the one whose answer is due. */
function waitingOn(socket: Socket): WaitingCount {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const ours = { count: 0, bytes: 0 };
  waiting.set(socket, ours);
  // The responses that still wait then emit no 'close'.
  socket.once('close', () => count(ours, -ours.count, -ours.bytes));
  return ours;
}

function count(ours: WaitingCount, requests: number, bytes: number): void {
  // The connection was closed, and its requests were uncounted, before.
  if (ours.count + requests < 0) return;
  ours.count += requests;
  ours.bytes += bytes;
  heldBytes += bytes;
}

/** The memory that a request takes. Its head is there twice: as it came and, for a capture, as it is stored. */
export function bytesOf(request: IncomingMessage): number {
  return exchangeBytes + 2 * headLength(request) + textBytes * request.rawHeaders.length;
}

/** Heads with so many names and values are none of any sender's. */
const manyTexts = 1000;

/** Whether the head has hundreds of headers: it takes many times the time and memory of others. */
export function hasManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > manyTexts;
}
