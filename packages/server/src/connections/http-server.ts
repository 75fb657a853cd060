import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalogue, errorText } from '@hookwell/contract';
import { boundPipeline, came, dropRest, latestOn, makeLast, takesMore } from './last-request.ts';
import { closeLingering, inTurn, isClosing, shortLinger, stopParsing } from './lingering-close.ts';
import { isLastByFraming, isValidHead } from './request-head.ts';
import { failBody, markTimedOut } from './timed-out.ts';

/** Everything before the body, in bytes (decisions, section 5). */
const maximumHeaderSize = 32 * 2 ** 10;

/** How long, in milliseconds, a client may take. */
export interface ClientTimes {
  /** To send all headers, and the whole request: slower senders are cut off with 408. */
  headers: number;
  wholeRequest: number;
  /** To send or take anything at all while a request or an answer is under way. */
  idle: number;
}

export const defaultClientTimes: ClientTimes = {
  headers: 15_000,
  wholeRequest: 60_000,
  idle: 30_000,
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The one HTTP server. What fails below the router (malformed HTTP, slow senders, headers too large)
 * is answered in the same shape as everything else.
 */
export function createHttpServer(
  handler: Handler,
  limits: { maxBodyBytes: number; times: ClientTimes },
): Server {
  const { maxBodyBytes, times } = limits;
  const server = createServer({
    maxHeaderSize: maximumHeaderSize,
    // A missing Host is refused below, with a body.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    headersTimeout: times.headers,
    requestTimeout: times.wholeRequest,
    connectionsCheckingInterval: Math.min(2000, times.headers),
    noDelay: true,
  });
  // By default Node forgets headers past the 2,000th; the size limit alone bounds them.
  server.maxHeadersCount = 0;
  server.timeout = times.idle;
  // A sender may shut down its side once it has sent everything (RFC 9112, 9.6). Types lack this one.
  Object.assign(server, { httpAllowHalfOpen: true });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (!takesMore(socket)) return dropRest(request);
    came(request, response);
    if (!isValidHead(request)) {
      makeLast(request, response);
      // The parser is at work here.
      setImmediate(() => cutOff(socket, response, 'malformedHttp'));
      return;
    }
    if (isLastByFraming(request)) makeLast(request, response);
    boundPipeline(request, response);
    handler(request, response);
  }

  /** Refuses what has no response of its own, in its turn: after the answer that is still under way. */
  function refuseOnSocket(socket: Socket, code: ErrorCode): void {
    if (isClosing(socket)) return;
    const latest = latestOn(socket);
    if (latest === undefined) return closeLingering(socket, shortLinger, answerText(code));
    if (!latest.req.complete) return cutOff(socket, latest, code);
    // The answer that is due is the last one.
    if (!takesMore(socket)) return;
    if (latest.writableFinished) return closeLingering(socket, shortLinger, answerText(code));
    // A stream that has no end of its own.
    if (latest.headersSent && !latest.writableEnded) return void socket.destroy();
    stopParsing(socket);
    latest.once('close', () => closeLingering(socket, shortLinger, answerText(code)));
  }

  server.on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body announced as too large need not be sent at all.
    if (!(Number(request.headers['content-length']) > maxBodyBytes)) response.writeContinue();
    handle(request, response);
  });
  // RFC 9110, 10.1.1 lets a server ignore expectations it does not know.
  server.on('checkExpectation', handle);
  server.on('connect', ({ socket }) => refuseOnSocket(socket, 'methodNotAllowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What a server accepts is always a socket of `node:net`.
    const connection = socket as Socket;
    if (error.code === 'ECONNRESET' || !connection.writable) {
      // While it is closing, its own end is near.
      if (!isClosing(connection)) connection.destroy();
    } else refuseOnSocket(connection, codeOf(error));
  });
  server.on('timeout', (socket) => {
    const response = latestOn(socket);
    if (response === undefined || response.writableFinished || isClosing(socket)) socket.destroy();
    else if (!response.req.complete) cutOff(socket, response, 'requestTimeout');
    // Else the request is whole, and it is we who take long, unless something waits to be taken.
    else if (response.writableLength + socket.writableLength > 0) socket.destroy();
  });
  return server;
}

/**
 * Ends the exchange of a request that has not come whole, or that is none: with an answer where none has begun.
 * Nothing more is read, and whoever was reading the request's body knows at once.
 */
function cutOff(socket: Socket, response: ServerResponse, code: ErrorCode): void {
  if (isClosing(socket)) return;
  const request = response.req;
  if (code === 'requestTimeout') markTimedOut(request);
  if (response.writableFinished) return closeLingering(socket, shortLinger);
  if (response.headersSent) return void socket.destroy();
  stopParsing(socket);
  failBody(request);
  inTurn(response, () => closeLingering(socket, shortLinger, answerText(code, request.method)));
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headersTooLarge';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'requestTimeout';
  return 'malformedHttp';
}

/** An answer as it goes over the wire, where no response object sends it. It is the connection's last. */
function answerText(code: ErrorCode, method?: string): string {
  const { status, sentence } = errorCatalogue[code];
  const body = errorText(code);
  const allow =
    code === 'methodNotAllowed' ? 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n' : '';
  return (
    `HTTP/1.1 ${status} ${sentence}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nAccess-Control-Allow-Origin: *\r\n${allow}` +
    `Connection: close\r\n\r\n${method === 'HEAD' ? '' : body}`
  );
}
