import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import * as http from './answer-text.ts';
import { keepAliveMs } from './answer-text.ts';
import type { BodyReader, HttpRequest, HttpResponse, OtherAnswer } from './exchange.ts';

const routedMethods: ReadonlySet<string> = new Set(http.namedMethods);
/** The router has tables of the methods that Node names. For it, any other is one that it knows, and no route has. */
const unroutedMethod = 'UNLINK';

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Makes of a request and its answer what Node's own server would give, for a router that was made for that. */
export function toNode(
  request: HttpRequest,
  response: HttpResponse,
): { request: IncomingMessage; response: ServerResponse<IncomingMessage> } {
  // Node may end an answer of HTTP/1.0 with its connection.
  if (request.httpVersion === '1.0') request.connection.makeLast(response);
  const given = new ApiRequest(request);
  const answer = new ApiResponse(given, response);
  response.handOver(answer);
  return { request: given, response: answer };
}

/** The answer here that Node's answer stands for. */
export function exchangeOf(response: ServerResponse<IncomingMessage>): HttpResponse | undefined {
  return response instanceof ApiResponse ? response.exchange : undefined;
}

/** Resolves in the answer's turn. Who asks for many large answers in one packet, and reads none, has none made. */
export function itsTurn(response: ServerResponse<IncomingMessage>): Promise<void> {
  return new Promise((resolve) => exchangeOf(response)?.inTurn(() => resolve()));
}

/**
 * Takes the socket out of Node's hands once the head of an answer was written; see `Connection.leave`. Gives nothing, and changes nothing, if
 * that cannot be.
 */
function takeSocket(response: ServerResponse<IncomingMessage>): Socket | undefined {
  const { socket } = response;
  const exchange = exchangeOf(response);
  if (socket === null || exchange === undefined) return undefined;
  if (response.writableLength > socket.writableLength) return undefined;
  if (!exchange.req.connection.leave(exchange)) return undefined;
  response.detachSocket(socket);
  return socket;
}

class ApiRequest extends http.IncomingMessage implements BodyReader {
  readonly #request: HttpRequest;

  constructor(request: HttpRequest) {
    super(request.socket);
    this.#request = request;
    this.method = routedMethods.has(request.method) ? request.method : unroutedMethod;
    this.url = request.url;
    this.httpVersion = request.httpVersion;
    this.httpVersionMajor = 1;
    this.httpVersionMinor = request.httpVersion === '1.1' ? 1 : 0;
    this.rawHeaders = [...request.rawHeaders];
    this.headers = request.headers;
    request.read(this);
  }

  override _read(size: number): void {
    if (this.#request.connection.mayRead) super._read(size);
  }

  came(piece: Buffer): void {
    if (!this.push(piece)) this.#request.pause();
  }

  ended(): void {
    this.complete = true;
    this.push(null);
  }

  /** Destroying it would destroy the socket as well, before the sender has read its answer. */
  failed(): void {
    if (this.listenerCount('error') === 0) return;
    this.emit('error', new Error('The rest of the body is not read'));
  }
}

class ApiResponse extends http.ServerResponse<IncomingMessage> implements OtherAnswer {
  readonly exchange: HttpResponse;

  constructor(request: IncomingMessage, exchange: HttpResponse) {
    super(request);
    this.exchange = exchange;
    this.once('finish', () => this.#finished());
  }

  override writeHead(status: number, second?: string | GivenHeaders, third?: GivenHeaders): this {
    const headers = typeof second === 'string' ? third : second;
    if (closesConnection(headers) || this.getHeader('connection') === 'close')
      this.exchange.req.connection.makeLast(this.exchange);
    if (this.shouldKeepAlive) this.setHeader('Keep-Alive', `timeout=${keepAliveMs / 1000}`);
    return typeof second === 'string'
      ? super.writeHead(status, second, third)
      : super.writeHead(status, second);
  }

  begin(socket: Socket): void {
    this.assignSocket(socket);
  }

  drained(): void {
    this.emit('drain');
  }

  lost(): void {
    this.destroy();
    this.req.destroy();
  }

  #finished(): void {
    const { socket } = this;
    if (socket === null) return;
    this.detachSocket(socket);
    // What is left of the body is thrown away.
    this.req.resume();
    this.exchange.sent();
    // It tells those who wait for its end.
    this.destroy();
  }
}

function closesConnection(headers: GivenHeaders | undefined): boolean {
  if (headers === undefined || Array.isArray(headers)) return false;
  return headers.connection === 'close' || headers.Connection === 'close';
}

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
