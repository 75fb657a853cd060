import type { Socket } from 'node:net';
import type { ErrorCode } from '@hookwell/core/api';
import { keepAliveMs, refusalText } from './answer-text.ts';
import { type HttpRequest, HttpResponse } from './exchange.ts';
import { Lingering, shortLingerMs } from './lingering.ts';
import { hasManyHeaders, PipelinedRequests, readInTurn } from './pipelined-requests.ts';
import type { Fault, RefusedHead, RefusedHeads } from './request-head.ts';
import { type HeadFault, type ReadConnection, RequestReader } from './request-reader.ts';

/** The longest that a client may take. */
export interface ClientTimes {
  /** To send all headers, and the whole request. Slower senders are cut off with 408. */
  headersMs: number;
  wholeRequestMs: number;
  /** Without sending or taking anything while a request or an answer is under way. */
  idleMs: number;
}

export type Handler = (request: HttpRequest, response: HttpResponse) => void;

/** What a connection is given by its server. */
export interface ConnectionOptions {
  handler: Handler;
  /** A body that is announced as larger need not be sent. */
  maxBodyBytes: number;
  times: ClientTimes;
  /** Hears of requests that were refused before they were handed over. */
  refused: RefusedHeads;
  /** Hears that a connection is closed, or has left HTTP. */
  ended: (connection: Connection) => void;
  /** Whether connections are kept between two requests. */
  keeps: () => boolean;
}

/** A connection rests for so much longer than its clients are told. */
const graceMs = 1000;

/**
 * A connection whose piece had more requests that were refused at once, or that the API answers, reads on in turns with others like it:
 * no sender of webhooks has so many.
 */
const mostAnswersAtOnce = 100;

const connections = new WeakMap<Socket, Connection>();

/** The connection that is read on a socket; undefined if it has left HTTP. */
export function connectionOn(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/** One connection that is read as HTTP (RFC 9112): its bytes become requests, whose answers are sent in their order. */
export class Connection implements ReadConnection {
  readonly socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #reader = new RequestReader(this);
  readonly #answers = new PipelinedRequests();
  /** The answer to the latest request, unless it was sent and the request is whole. */
  #latest: HttpResponse | undefined;
  /** The time at which the request under way began, by `performance.now()`; 0 between two requests. */
  #began = performance.now();
  #takesMore = true;
  #lingering: Lingering | undefined;
  #isStopped = false;
  /** Whether a request has come. */
  #hasSpoken = false;
  /** Whether it rests for longer than others may be silent. */
  #isResting = false;
  #isHeld = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket;
    this.#options = options;
    connections.set(socket, this);
    socket.setTimeout(options.times.idleMs);
    socket.on('data', (piece: Buffer) => this.#came(piece));
    socket.on('end', () => this.#ended());
    socket.on('error', (error: NodeJS.ErrnoException) => this.#failed(error));
    socket.on('close', () => this.#closed());
    socket.on('timeout', () => this.#wasIdle());
    socket.on('drain', () => this.#answers.current?.drained());
  }

  /** Whether a request waits for its answer, or its answer for the client. */
  get isBusy(): boolean {
    return this.#answers.current !== undefined;
  }

  /** Whether nothing is under way on it. */
  get isIdle(): boolean {
    return this.#answers.current === undefined && this.#reader.isIdle;
  }

  /** Whether no request has come yet. */
  get isSilent(): boolean {
    return !this.#hasSpoken;
  }

  /** The bytes of a head that is not whole. */
  get headBytes(): number {
    return this.#reader.headBytes;
  }

  /** Nothing is read until `letGo`, whoever would read on. */
  hold(): void {
    this.#isHeld = true;
    this.socket.pause();
  }

  letGo(): void {
    this.#isHeld = false;
    this.resume();
  }

  get mayRead(): boolean {
    return !this.#isStopped && !this.#isHeld;
  }

  /** Reads on, unless it was paused for reasons of its own. */
  resume(): void {
    if (this.mayRead) this.socket.resume();
  }

  /**
   * Makes the answer the last one, since the server stops. An answer with accepted requests behind it is not made the last:
   * those would never be answered.
   */
  endWith(response: HttpResponse): void {
    if (this.#latest === response) this.makeLast(response);
  }

  /** Makes this answer the last: the connection closes after it (RFC 9112, 9.6). Later requests are ignored. */
  makeLast(response: HttpResponse): void {
    this.#takesMore = false;
    response.makeLast();
  }

  /** Stops reading it as HTTP, at once and for ever: a request that was under way never becomes whole. `linger` has to follow. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reader.stop();
    this.socket.pause();
  }

  /**
   * Sends the last bytes and closes the connection: first our side only, while the bytes that are still under
   * way are read and thrown away. Closing both sides at once would reset the connection, and the sender
   * would never read the answer (RFC 9112, 9.6). A sender that goes on is cut off, by time and by bytes.
   */
  linger(longestMs: number, lastBytes = ''): void {
    this.stop();
    // It has ended before, by this method or by an answer that was the last one.
    if (!this.socket.writable) return;
    this.#lingering = new Lingering(this.socket, longestMs);
    this.socket.resume();
    this.socket.end(lastBytes, 'latin1');
  }

  /**
   * Takes the socket out of HTTP: whoever calls this writes the rest of its latest answer, which has no end of its own, and reads what
   * may still come. Nothing is kept for it here. False, and nothing is done, if other requests wait, or a body is under way.
   */
  leave(response: HttpResponse): boolean {
    const isAlone = this.#answers.current === response && this.#latest === response;
    if (!isAlone || !response.req.complete || this.#isStopped || this.socket.destroyed)
      return false;
    connections.delete(this.socket);
    this.#options.ended(this);
    for (const event of this.socket.eventNames()) {
      // `removeAllListeners` would leave the socket with a table of its events that takes 200 bytes more.
      for (const listener of this.socket.rawListeners(event))
        this.socket.off(event, listener as () => void);
    }
    return true;
  }

  /** For an answer that is handed over: it takes more memory while it waits. */
  isMadeByApi(response: HttpResponse): void {
    this.#answers.isOfApi(response);
  }

  /** Notes, before it is closed for want of room, why its request never becomes whole. */
  tellCutOff(): void {
    const fault: Fault = { code: 'overloaded' };
    if (this.#reader.request !== undefined) this.#reader.request.fault = fault;
    else if (this.#latest === undefined) this.#tell(this.#reader.begunHead, fault);
  }

  /** Cuts it off if its request takes too long to arrive. `now` is by `performance.now()`. */
  checkTime(now: number): void {
    if (this.#began === 0 || this.#isStopped) return;
    const { headersMs, wholeRequestMs } = this.#options.times;
    const mostMs = this.#reader.request === undefined ? headersMs : wholeRequestMs;
    if (now - this.#began > mostMs) this.refuseUnfinished({ code: 'requestTimeout' });
  }

  /** Goes on with the answers behind one that the system has taken. */
  sent(response: HttpResponse): void {
    if (!this.#answers.isSent(response)) return;
    if (this.#latest === response && response.req.complete) this.#latest = undefined;
    if (this.#lingering !== undefined) return;
    if (!response.shouldKeepAlive) return this.linger(shortLingerMs);
    if (this.#answers.goOn(this.socket) || this.#isStopped) return;
    if (this.socket.readableEnded) this.socket.end();
    // What still comes would be taken, and its answer could not be sent.
    else if (this.isIdle && !this.#options.keeps()) this.linger(shortLingerMs);
  }

  #came(piece: Buffer): void {
    let answers = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#isStopped) return this.#lingering?.came(piece.length - at);
      if (this.#reader.request !== undefined || this.#takesMore) at = this.#reader.read(piece, at);
      // What comes behind the last request is thrown away once that is answered.
      else return void this.socket.pause();
      const isOfCapture = !this.isIdle && !this.#latest?.isHandedOver;
      if (!isOfCapture && ++answers > mostAnswersAtOnce && at < piece.length && !this.#isStopped) {
        readInTurn(this);
        this.socket.unshift(piece.subarray(at));
        break;
      }
    }
    if (this.#reader.isIdle) this.#began = 0;
    else if (this.#began === 0) this.#began = performance.now();
    if (this.#isResting) {
      this.#isResting = false;
      this.socket.setTimeout(this.#options.times.idleMs);
    }
  }

  /** For the reader. */
  headCame(request: HttpRequest): void {
    const { keepsAlive, expectsContinue, contentLength = 0 } = request.head;
    const response = new HttpResponse(request);
    this.#hasSpoken = true;
    this.#latest = response;
    if (request.complete) this.#began = 0;
    if (!keepsAlive) this.makeLast(response);
    if (!this.#answers.add(response, this.socket)) this.makeLast(response);
    if (expectsContinue && !request.complete) {
      if (contentLength <= this.#options.maxBodyBytes) response.writeContinue();
      // Its sender may send the body or not: nobody can tell what follows.
      else this.makeLast(response);
    }
    if (hasManyHeaders(request)) readInTurn(this);
    this.#options.handler(request, response);
  }

  /** For the reader. */
  bodyCame(request: HttpRequest): void {
    this.#began = 0;
    // Who reads it may have paused it at its last piece, and resumes it no more.
    this.resume();
    request.ended();
    if (this.#latest?.req === request && this.#latest.writableFinished) this.#latest = undefined;
  }

  /** Refuses a request that is not whole: its sender was too slow, closed its side, or sent a body that is no HTTP. */
  refuseUnfinished(fault: Fault, hasGone = false): void {
    if (this.#isStopped) return;
    const latest = this.#latest;
    if (this.#reader.request === undefined || latest === undefined)
      return this.refuseHead(fault, this.#reader.begunHead, hasGone);
    // A sender that closes its side has gone, mostly. If not, it can read the answer.
    if (!hasGone) this.#reader.request.fault = fault;
    this.#cutOff(latest, fault.code);
  }

  /** Refuses what never became a request, in its turn: after the answer that is still under way. */
  refuseHead(fault: HeadFault, head: RefusedHead | undefined, hasGone = false): void {
    // The answer that is due, or was sent, may be the last one.
    if (this.#isStopped || !this.#takesMore) return;
    const latest = this.#latest;
    const isSent = latest === undefined || latest.writableFinished;
    // The answer is a stream without an end of its own.
    if (!isSent && latest.headersSent && !latest.hasEnded) return void this.socket.destroy();
    if (fault.code !== 'methodNotAllowed')
      this.#tell(head, hasGone ? undefined : { ...fault, code: fault.code });
    const lastBytes = refusalText(fault.code, head?.method);
    if (isSent) return this.linger(shortLingerMs, lastBytes);
    this.stop();
    latest.onceSent(() => this.linger(shortLingerMs, lastBytes));
  }

  /** Ends the exchange of a request that is not whole, with an answer if none has begun. The reader of its body learns it at once. */
  #cutOff(response: HttpResponse, code: ErrorCode): void {
    const request = response.req;
    if (response.writableFinished) return this.linger(shortLingerMs);
    // Behind answers that are still due, an answer that has begun waits as well.
    const hasBegun = response.headersSent;
    if (hasBegun && response.socket !== null) return void this.socket.destroy();
    this.stop();
    if (!hasBegun) response.cutOff();
    request.failed();
    const lastBytes = hasBegun ? '' : refusalText(code, request.method);
    response.inTurn(() => this.linger(shortLingerMs, lastBytes));
  }

  #tell(head: RefusedHead | undefined, fault: Fault | undefined): void {
    if (head !== undefined) this.#options.refused(head, fault);
  }

  /** The client has closed its side. It may do so once it has sent everything (RFC 9112, 9.6). */
  #ended(): void {
    if (this.#isStopped) return;
    if (!this.#reader.isIdle) this.refuseUnfinished({ code: 'malformedHttp' }, true);
    else if (this.#answers.current === undefined) this.socket.end();
  }

  /** The socket closes by itself then. */
  #failed({ code }: NodeJS.ErrnoException): void {
    if (code !== 'ECONNRESET' || this.#isStopped || this.#latest !== undefined) return;
    this.#tell(this.#reader.begunHead, undefined);
  }

  #closed(): void {
    connections.delete(this.socket);
    this.#options.ended(this);
    this.#lingering?.end();
    const { request } = this.#reader;
    this.#isStopped = true;
    this.#reader.stop();
    request?.failed();
    this.#answers.lost();
  }

  /** Nothing was sent or taken for a while. */
  #wasIdle(): void {
    const { socket } = this;
    const latest = this.#latest;
    // Its client has to take what was written, whatever else is under way.
    if (this.#lingering !== undefined || socket.writableLength > 0) return void socket.destroy();
    if (this.#isStopped) return;
    if (latest === undefined || latest.writableFinished) this.#rest();
    // The answer to a whole request may take long to make.
    else if (this.#reader.request !== undefined) this.refuseUnfinished({ code: 'requestTimeout' });
  }

  /** A connection may rest for longer between two requests. */
  #rest(): void {
    const { idleMs } = this.#options.times;
    const mayRest = this.#hasSpoken && this.#reader.isIdle;
    if (!mayRest || this.#isResting || idleMs >= keepAliveMs) return void this.socket.destroy();
    this.#isResting = true;
    // A client that uses its connection at the last moment must meet no reset.
    this.socket.setTimeout(keepAliveMs + graceMs - idleMs);
  }
}
