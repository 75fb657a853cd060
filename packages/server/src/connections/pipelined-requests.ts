import type { Socket } from 'node:net';
import { networkOf } from './client-address.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { headLength } from './request-head.ts';

/** So many requests of one connection may wait for their answers. A sender that pipelines more reads no answers. */
const mostPipelinedRequests = 1000;
/** The pipelined requests of all connections may hold this much, those of one connection then no more than the next. */
const mostHeldBytes = 48 * 1024 * 1024;
/** A sender that has a few requests under way holds less than this, so floods of others do not harm it. */
const alwaysAllowedBytes = 64 * 1024;
/** The memory of a request and its answer beside the head. */
const exchangeBytes = 4096;
/** What it takes more if Node's parts and the API's router make the answer. */
const apiBytes = 12 * 1024;
/** The memory of each name and value of a header beside its characters. */
const textBytes = 128;

/** The bytes that the waiting requests of all connections hold. */
let heldBytes = 0;

/** The answers of one connection, in the order of its requests. */
export class PipelinedRequests {
  #current: HttpResponse | undefined;
  /** Those behind it. Most connections have none, ever. */
  #waiting: HttpResponse[] | undefined;
  #bytes = 0;
  #isGoingOn = false;

  /** The answer whose turn it is. */
  get current(): HttpResponse | undefined {
    return this.#current;
  }

  /** False if this one is to be the last, since too many wait. */
  add(response: HttpResponse, socket: Socket): boolean {
    if (this.#current === undefined) {
      this.#current = response;
      response.itsTurn(socket);
      return true;
    }
    this.#waiting ??= [];
    this.#waiting.push(response);
    response.countedBytes = bytesOf(response.req);
    this.#count(response.countedBytes);
    const isTooMuch = heldBytes > mostHeldBytes && this.#bytes > alwaysAllowedBytes;
    return !isTooMuch && this.#waiting.length < mostPipelinedRequests;
  }

  /** The API makes this answer. */
  isOfApi(response: HttpResponse): void {
    // Nothing is counted of one that does not wait.
    if (response.countedBytes === 0) return;
    response.countedBytes += apiBytes;
    this.#count(apiBytes);
  }

  /** The system has taken this answer. False if it was not its turn. */
  isSent(response: HttpResponse): boolean {
    if (response !== this.#current) return false;
    this.#current = undefined;
    return true;
  }

  /** Lets the next answer have its turn. False if there is none. */
  goOn(socket: Socket): boolean {
    // An answer that was written before its turn is sent at once, and calls this again.
    if (this.#isGoingOn) return true;
    this.#isGoingOn = true;
    while (this.#current === undefined) {
      const next = this.#take();
      if (next === undefined) break;
      this.#current = next;
      next.itsTurn(socket);
    }
    this.#isGoingOn = false;
    return this.#current !== undefined;
  }

  /** The first of those that wait, which waits no more. */
  #take(): HttpResponse | undefined {
    const next = this.#waiting?.shift();
    if (next === undefined) return undefined;
    this.#count(-next.countedBytes);
    next.countedBytes = 0;
    return next;
  }

  /** The connection is closed. */
  lost(): void {
    const current = this.#current;
    this.#current = undefined;
    current?.lost();
    this.#count(-this.#bytes);
    for (const response of this.#waiting?.splice(0) ?? []) {
      response.countedBytes = 0;
      response.lost();
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    heldBytes += bytes;
  }
}

/** The bytes that the requests of all connections hold that wait for their answers. */
export function bytesOfWaitingRequests(): number {
  return heldBytes;
}

/** The memory that a request takes. Its head is there twice: as it came and, for a capture, as it is stored. */
export function bytesOf(request: Pick<HttpRequest, 'rawHeaders' | 'url'>): number {
  return exchangeBytes + 2 * headLength(request) + textBytes * request.rawHeaders.length;
}

/** Heads with so many names and values are none of any sender's. */
const manyTexts = 1000;

/** Whether the head has hundreds of headers: it takes many times the time and memory of others. */
export function hasManyHeaders({ rawHeaders }: Pick<HttpRequest, 'rawHeaders'>): boolean {
  return rawHeaders.length > manyTexts;
}

/** A connection that is read in turns with others. */
export interface Held {
  readonly socket: Socket;
  hold(): void;
  letGo(): void;
}

/** One connection reads on after so long. */
const turnMs = 50;

/** Connections that wait, by network, in the order of their turns. */
const waiting = new Map<string, Set<Held>>();

/**
 * Nothing more is read of this connection until it is its turn: what it sends takes many times the time of others, who get theirs between
 * two turns. Networks take turns, so that many connections of one hold up none of another.
 */
export function readInTurn(connection: Held): void {
  if (connection.socket.isPaused()) return;
  const network = networkOf(connection.socket.remoteAddress ?? '');
  const ofNetwork = waiting.get(network) ?? new Set();
  if (ofNetwork.has(connection)) return;
  connection.hold();
  ofNetwork.add(connection);
  if (waiting.size === 0) setTimeout(readNext, turnMs);
  waiting.set(network, ofNetwork);
}

function readNext(): void {
  for (const [network, connections] of waiting) {
    waiting.delete(network);
    const next = firstOpen(connections);
    if (connections.size > 0) waiting.set(network, connections);
    if (next === undefined) continue;
    next.letGo();
    break;
  }
  if (waiting.size > 0) setTimeout(readNext, turnMs);
}

/** Takes out the first whose socket is open, and those before it. */
function firstOpen(connections: Set<Held>): Held | undefined {
  for (const connection of connections) {
    connections.delete(connection);
    if (!connection.socket.destroyed) return connection;
  }
  return undefined;
}
