import type { Socket } from 'node:net';
import type { ErrorCode } from '@hookwell/core/api';
import { keepAliveMs, refusalText } from './answer-text.ts';
import { Gathered } from './body-pieces.ts';
import { ChunkedBody } from './chunks.ts';
import { type Carrier, HttpRequest, HttpResponse } from './exchange.ts';
import { behindEmptyLines, HeadScanner, mostHeadBytes, type Scanned } from './head-scanner.ts';
import { Lingering, shortLingerMs } from './lingering.ts';
import { hasManyHeaders, PipelinedRequests, readInTurn } from './pipelined-requests.ts';
import {
  type Fault,
  type RefusedHead,
  type RefusedHeads,
  type RequestHead,
  readHead,
  requestLineOf,
} from './request-head.ts';

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

/** A connection whose piece had more chunks reads on in turns with others like it. */
const mostChunksAtOnce = 2000;
/** The same for requests of one piece that were refused at once, or that the API answers: no sender of webhooks has so many. */
const mostAnswersAtOnce = 100;

/** For heads that come in one piece, as nearly all do: it is between two heads whenever it is not in use. */
let scannerOfPieces = new HeadScanner();

const connections = new WeakMap<Socket, Connection>();

/** The connection that is read on a socket; undefined if it has left HTTP. */
export function connectionOn(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/**
 * One connection that is read as HTTP (RFC 9112): its bytes become requests, whose answers are sent in their order.
 */
export class Connection implements Carrier {
  readonly socket: Socket;
  readonly #options: ConnectionOptions;
  /** The answer whose turn it is, and those behind it. */
  #current: HttpResponse | undefined;
  readonly #behind = new PipelinedRequests();
  /** The answer to the latest request, unless it was sent and the request is whole. */
  #latest: HttpResponse | undefined;
  /** The request whose body is being read, and how: the number of bytes that are left, or in chunks. */
  #reading: HttpRequest | undefined;
  #left = 0;
  #chunks: ChunkedBody | undefined;
  /** What has come of a head that is not whole. */
  #head: UnfinishedHead | undefined;
  /** The time at which the request under way began, by `performance.now()`; 0 between two requests. */
  #began = performance.now();
  #takesMore = true;
  #lingering: Lingering | undefined;
  #isStopped = false;
  /** Whether a request has come. */
  #hasSpoken = false;
  /** Whether it rests for longer than others may be silent. */
  #isResting = false;
  #isGoingOn = false;
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
    socket.on('drain', () => this.#current?.drained());
  }

  /** Whether a request waits for its answer, or its answer for the client. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Whether nothing is under way on it. */
  get isIdle(): boolean {
    return this.#current === undefined && this.#reading === undefined && this.#head === undefined;
  }

  /** Whether no request has come yet. */
  get isSilent(): boolean {
    return !this.#hasSpoken;
  }

  /** The bytes of a head that is not whole. */
  get headBytes(): number {
    return this.#head?.gathered.length ?? 0;
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
    this.#head = undefined;
    this.#reading = undefined;
    this.#chunks = undefined;
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
    const isAlone = this.#current === response && this.#latest === response;
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
    this.#behind.isOfApi(response);
  }

  /** Notes, before it is closed for want of room, why its request never becomes whole. */
  tellCutOff(): void {
    const fault: Fault = { code: 'overloaded' };
    if (this.#reading !== undefined) this.#reading.fault = fault;
    else if (this.#latest === undefined) this.#tell(this.#begunHead(), fault);
  }

  /** Cuts it off if its request takes too long to arrive. `now` is by `performance.now()`. */
  checkTime(now: number): void {
    if (this.#began === 0 || this.#isStopped) return;
    const { headersMs, wholeRequestMs } = this.#options.times;
    const mostMs = this.#reading === undefined ? headersMs : wholeRequestMs;
    if (now - this.#began > mostMs) this.#refuseUnfinished({ code: 'requestTimeout' });
  }

  /** Goes on with the answers behind one that the system has taken. */
  sent(response: HttpResponse): void {
    if (response !== this.#current) return;
    this.#current = undefined;
    if (this.#latest === response && response.req.complete) this.#latest = undefined;
    if (this.#lingering !== undefined) return;
    if (response.shouldKeepAlive) this.#goOn();
    else this.linger(shortLingerMs);
  }

  #goOn(): void {
    // An answer that was written before its turn is sent at once, and calls this again.
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    while (this.#current === undefined) {
      const next = this.#behind.take();
      if (next === undefined) break;
      this.#current = next;
      next.itsTurn(this.socket);
    }
    this.#isGoingOn = false;
    if (this.#current !== undefined || this.#isStopped) return;
    if (this.socket.readableEnded) this.socket.end();
    // What still comes would be taken, and its answer could not be sent.
    else if (this.isIdle && !this.#options.keeps()) this.linger(shortLingerMs);
  }

  #came(piece: Buffer): void {
    let answers = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#isStopped) return this.#lingering?.came(piece.length - at);
      if (this.#reading !== undefined) at = this.#readBody(this.#reading, piece, at);
      else if (this.#takesMore) at = this.#readHead(piece, at);
      // What comes behind the last request is thrown away once that is answered.
      else return void this.socket.pause();
      const isOfCapture = !this.isIdle && !this.#latest?.isHandedOver;
      if (!isOfCapture && ++answers > mostAnswersAtOnce && at < piece.length && !this.#isStopped) {
        readInTurn(this);
        this.socket.unshift(piece.subarray(at));
        break;
      }
    }
    const isUnderWay = this.#reading !== undefined || this.#head !== undefined;
    if (!isUnderWay) this.#began = 0;
    else if (this.#began === 0) this.#began = performance.now();
    if (this.#isResting) {
      this.#isResting = false;
      this.socket.setTimeout(this.#options.times.idleMs);
    }
  }

  #readHead(piece: Buffer, at: number): number {
    if (this.#head !== undefined) return this.#readOn(this.#head, piece, at);
    const begin = behindEmptyLines(piece, at);
    if (begin === piece.length) return begin;
    const scanner = scannerOfPieces;
    scanner.reset();
    const scanned = scanner.scan(piece, begin, piece.length);
    if (scanned === 'whole')
      return this.#headCame(scanner, piece, begin, piece, begin + scanner.at);
    const gathered = new Gathered();
    gathered.add(piece, begin, mostHeadBytes + 1);
    this.#head = { scanner, gathered };
    scannerOfPieces = new HeadScanner();
    return this.#noWholeHead(scanned, piece);
  }

  #readOn({ scanner, gathered }: UnfinishedHead, piece: Buffer, at: number): number {
    const before = gathered.length;
    gathered.add(piece, at, mostHeadBytes + 1);
    const scanned = scanner.scan(gathered.bytes, 0, gathered.length);
    if (scanned !== 'whole') return this.#noWholeHead(scanned, piece);
    this.#head = undefined;
    return this.#headCame(scanner, gathered.bytes, 0, piece, at + scanner.at - before);
  }

  #noWholeHead(scanned: Exclude<Scanned, 'whole'>, piece: Buffer): number {
    if (scanned !== 'more') this.#refuse(scanned, this.#begunHead());
    return piece.length;
  }

  /** Makes a request of a head, which begins at `from` in `bytes`; its body begins at `at` in the piece. Gives the place where it is to be read on. */
  #headCame(scanner: HeadScanner, bytes: Buffer, from: number, piece: Buffer, at: number): number {
    const { head, fault } = readHead(scanner, bytes, from);
    if (fault !== undefined) {
      this.#refuse(fault, this.#refusedHead(head));
      return piece.length;
    }
    if (head.method === 'CONNECT') {
      this.#refuse({ code: 'methodNotAllowed' }, undefined);
      return piece.length;
    }
    const request = new HttpRequest(this, head);
    const response = new HttpResponse(request);
    this.#hasSpoken = true;
    this.#latest = response;
    const length = head.isChunked ? Number.POSITIVE_INFINITY : (head.contentLength ?? 0);
    const isWhole = length <= piece.length - at;
    if (isWhole) {
      this.#began = 0;
      request.wholeCame(length === 0 ? undefined : piece.subarray(at, at + length));
    } else {
      this.#reading = request;
      this.#left = length;
      this.#chunks = head.isChunked ? new ChunkedBody() : undefined;
    }
    if (!head.keepsAlive) this.makeLast(response);
    if (this.#current === undefined) {
      this.#current = response;
      response.itsTurn(this.socket);
    } else if (!this.#behind.add(response)) this.makeLast(response);
    if (head.expectsContinue && !isWhole) this.#answerExpectation(response);
    if (hasManyHeaders(request)) readInTurn(this);
    this.#options.handler(request, response);
    return isWhole ? at + length : at;
  }

  #answerExpectation(response: HttpResponse): void {
    const { contentLength = 0 } = response.req.head;
    if (contentLength <= this.#options.maxBodyBytes) response.writeContinue();
    // Its sender may send the body or not: nobody can tell what follows.
    else this.makeLast(response);
  }

  #readBody(request: HttpRequest, piece: Buffer, at: number): number {
    const chunks = this.#chunks;
    if (chunks !== undefined) {
      const before = chunks.count;
      const next = chunks.read(piece, at, (data) => request.came(data));
      if (chunks.fault !== undefined) {
        this.#refuseUnfinished(chunks.fault);
        return piece.length;
      }
      if (chunks.count - before > mostChunksAtOnce) readInTurn(this);
      if (chunks.isWhole) this.#bodyCame(request);
      return next;
    }
    const length = Math.min(this.#left, piece.length - at);
    this.#left -= length;
    request.came(piece.subarray(at, at + length));
    if (this.#left === 0) this.#bodyCame(request);
    return at + length;
  }

  #bodyCame(request: HttpRequest): void {
    // Its reader may have ended the connection.
    if (this.#reading !== request) return;
    this.#reading = undefined;
    this.#chunks = undefined;
    this.#began = 0;
    // Its reader may have paused it at its last piece, and resumes it no more.
    this.resume();
    request.ended();
    if (this.#latest?.req === request && this.#latest.writableFinished) this.#latest = undefined;
  }

  /** Refuses a request that is not whole: its sender was too slow, closed its side, or sent a body that is no HTTP. */
  #refuseUnfinished(fault: Fault, hasGone = false): void {
    if (this.#isStopped) return;
    const latest = this.#latest;
    if (this.#reading === undefined || latest === undefined)
      return this.#refuse(fault, this.#begunHead(), hasGone);
    // A sender that closes its side has gone, mostly. If not, it can read the answer.
    if (!hasGone) this.#reading.fault = fault;
    this.#cutOff(latest, fault.code);
  }

  /** Refuses what never became a request, in its turn: after the answer that is still under way. */
  #refuse(fault: Refused, head: RefusedHead | undefined, hasGone = false): void {
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

  /** The request line of a head that is not whole, as far as it can be read. */
  #begunHead(): RefusedHead | undefined {
    if (this.#head === undefined) return undefined;
    const { gathered } = this.#head;
    const line = requestLineOf(gathered.bytes.subarray(0, gathered.length));
    return line && { ...line, socket: this.socket, headers: {}, rawHeaders: [] };
  }

  #refusedHead({ method, url, headers, rawHeaders }: RequestHead): RefusedHead {
    return { method, url, headers, rawHeaders, socket: this.socket };
  }

  /** The client has closed its side. It may do so once it has sent everything (RFC 9112, 9.6). */
  #ended(): void {
    if (this.#isStopped) return;
    if (this.#reading !== undefined || this.#head !== undefined)
      this.#refuseUnfinished({ code: 'malformedHttp' }, true);
    else if (this.#current === undefined) this.socket.end();
  }

  /** The socket closes by itself then. */
  #failed({ code }: NodeJS.ErrnoException): void {
    if (code !== 'ECONNRESET' || this.#isStopped || this.#latest !== undefined) return;
    this.#tell(this.#begunHead(), undefined);
  }

  #closed(): void {
    connections.delete(this.socket);
    this.#options.ended(this);
    this.#lingering?.end();
    const reading = this.#reading;
    const current = this.#current;
    this.#isStopped = true;
    this.#current = undefined;
    this.#reading = undefined;
    this.#head = undefined;
    reading?.failed();
    current?.lost();
    this.#behind.lost();
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
    else if (this.#reading !== undefined) this.#refuseUnfinished({ code: 'requestTimeout' });
  }

  /** A connection may rest for longer between two requests. */
  #rest(): void {
    const { idleMs } = this.#options.times;
    const mayRest = this.#hasSpoken && this.#head === undefined && this.#reading === undefined;
    if (!mayRest || this.#isResting || idleMs >= keepAliveMs) return void this.socket.destroy();
    this.#isResting = true;
    // A client that uses its connection at the last moment must meet no reset.
    this.socket.setTimeout(keepAliveMs + graceMs - idleMs);
  }
}

interface UnfinishedHead {
  scanner: HeadScanner;
  gathered: Gathered;
}

type Refused = Fault | { code: 'methodNotAllowed' };
