import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalogue, errorText } from '@hookwell/contract';
import { keepAddress } from './client-address.ts';
import { noteHeadStarts } from './head-starts.ts';
import {
  boundPipeline,
  dropRest,
  ForgottenResponse,
  hasManyHeaders,
  latestOn,
  makeLast,
  noteRequest,
  takesMore,
} from './last-request.ts';
import {
  closeLingering,
  inTurn,
  isClosing,
  shortLingerMs,
  stopParsing,
} from './lingering-close.ts';
import { createServer } from './node-http.ts';
import { bodyFaultText, type ParserError } from './parser-faults.ts';
import { type Fault, noteFault, type RefusedHeads, readRefusedHead } from './refused-head.ts';
import { headFault, isLastByFraming } from './request-head.ts';
import { readInTurn } from './small-pieces.ts';

/** The largest request line and headers together. */
export const mostHeadBytes = 32 * 1024;

/**
 * The headers of a request: more than any sender has. Of the shortest there is room in 32 KiB for twice as many, which would take
 * the event loop forty times as long as one of that length.
 */
const mostHeaders = 2500;

/** The longest that a client may take. */
export interface ClientTimes {
  /** To send all headers, and the whole request. Slower senders are cut off with 408. */
  headersMs: number;
  wholeRequestMs: number;
  /** Without sending or taking anything while a request or an answer is under way. */
  idleMs: number;
}

export const defaultClientTimes: ClientTimes = {
  headersMs: 15_000,
  wholeRequestMs: 60_000,
  idleMs: 30_000,
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The parser's code for a sender that closed its side in the middle of a request. */
const endedMidway = 'HPE_INVALID_EOF_STATE';

/**
 * The one HTTP server. Failures below the router (malformed HTTP, slow senders, headers too large) are
 * answered in the same shape as all others.
 */
export function createHttpServer(
  handler: Handler,
  limits: { maxBodyBytes: number; times: ClientTimes },
  refused: RefusedHeads,
): Server {
  const { maxBodyBytes, times } = limits;
  const server = createServer({
    ServerResponse: ForgottenResponse,
    maxHeaderSize: mostHeadBytes,
    // A missing Host is refused below, with a body.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    headersTimeout: times.headersMs,
    requestTimeout: times.wholeRequestMs,
    connectionsCheckingInterval: Math.min(2000, times.headersMs),
    noDelay: true,
  });
  // Node keeps no more of them, and drops the rest without a word: one more tells that there are too many.
  server.maxHeadersCount = mostHeaders + 1;
  server.timeout = times.idleMs;
  // A sender may shut down its side once it has sent everything (RFC 9112, 9.6). Node's types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (!takesMore(socket)) return dropRest(request);
    noteRequest(request, response);
    if (hasManyHeaders(request)) readInTurn(request);
    const fault = wholeHeadFault(request);
    if (fault !== undefined) {
      makeLast(request, response);
      refused(request, fault);
      // The parser calls this and must return first.
      setImmediate(() => cutOff(socket, response, fault.code));
      return;
    }
    if (isLastByFraming(request)) makeLast(request, response);
    boundPipeline(request, response);
    handler(request, response);
  }

  /** Refuses something that has no response of its own, in its turn: after the answer that is still under way. */
  function refuseOnSocket(
    socket: Socket,
    code: Fault['code'] | 'methodNotAllowed',
    error?: ParserError,
  ): void {
    if (isClosing(socket)) return;
    const latest = latestOn(socket);
    if (latest?.req.complete === false) {
      // A sender that closes its side has gone, mostly. If not, it can read the answer.
      if (code !== 'methodNotAllowed' && error?.code !== endedMidway)
        noteFault(latest.req, bodyFault(code, error));
      return cutOff(socket, latest, code);
    }
    // The answer that is due, or was sent, is the last one.
    if (!takesMore(socket)) return;
    const isSent = latest === undefined || latest.writableFinished;
    // The answer is a stream without an end of its own.
    if (!isSent && latest.headersSent && !latest.writableEnded) return void socket.destroy();
    if (code !== 'methodNotAllowed') tellRefused(socket, code, error);
    if (isSent) return closeLingering(socket, shortLingerMs, answerText(code));
    stopParsing(socket);
    latest.once('close', () => closeLingering(socket, shortLingerMs, answerText(code)));
  }

  function tellRefused(socket: Socket, code: Fault['code'], error: ParserError | undefined): void {
    const read = readRefusedHead(socket, code, error);
    if (read === undefined) return;
    const hasGone = error?.code === endedMidway || error?.code === 'ECONNRESET';
    refused(read.head, hasGone ? undefined : read.fault);
  }

  server.on('connection', keepAddress);
  server.on('connection', noteHeadStarts);
  server.on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body that is announced as too large need not be sent.
    if (!(Number(request.headers['content-length']) > maxBodyBytes)) response.writeContinue();
    handle(request, response);
  });
  // RFC 9110, 10.1.1 lets a server ignore expectations it does not know.
  server.on('checkExpectation', handle);
  server.on('connect', ({ socket }) => refuseOnSocket(socket, 'methodNotAllowed'));
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    // A server accepts only sockets of `node:net`.
    const connection = socket as Socket;
    if (error.code === 'ECONNRESET' || !connection.writable) {
      // A closing connection ends by itself.
      if (isClosing(connection)) return;
      if (latestOn(connection) === undefined) tellRefused(connection, 'malformedHttp', error);
      connection.destroy();
    } else refuseOnSocket(connection, codeOf(error), error);
  });
  server.on('timeout', (socket) => {
    const response = latestOn(socket);
    if (response === undefined || response.writableFinished || isClosing(socket)) socket.destroy();
    else if (!response.req.complete) {
      noteFault(response.req, { code: 'requestTimeout' });
      cutOff(socket, response, 'requestTimeout');
    }
    // The request is whole. The answer may take long to make, but the client has to take its bytes.
    else if (response.writableLength + socket.writableLength > 0) socket.destroy();
  });
  return server;
}

function wholeHeadFault(request: IncomingMessage): Fault | undefined {
  if (request.rawHeaders.length > 2 * mostHeaders) return { code: 'headersTooLarge' };
  const detail = headFault(request);
  return detail === undefined ? undefined : { code: 'malformedHttp', detail };
}

function bodyFault(code: Fault['code'], error: ParserError | undefined): Fault {
  return code === 'malformedHttp' && error ? { code, detail: bodyFaultText(error) } : { code };
}

/**
 * Ends the exchange of a request that is not whole or not valid, with an answer if none has begun. Nothing more
 * is read, and the reader of the request's body learns it at once.
 */
function cutOff(socket: Socket, response: ServerResponse, code: ErrorCode): void {
  if (isClosing(socket)) return;
  const request = response.req;
  if (response.writableFinished) return closeLingering(socket, shortLingerMs);
  // Behind answers that are still due, an answer that has begun waits as well.
  const hasBegun = response.headersSent;
  if (hasBegun && response.socket !== null) return void socket.destroy();
  stopParsing(socket);
  failBody(request);
  const lastBytes = hasBegun ? '' : answerText(code, request.method);
  inTurn(response, () => closeLingering(socket, shortLingerMs, lastBytes));
}

/**
 * Tells the reader of the body that the rest never comes, as if the sender had gone away. Destroying the
 * request would also destroy the socket, before the sender has read its answer.
 */
function failBody(request: IncomingMessage): void {
  if (request.listenerCount('error') === 0) return;
  request.emit('error', new Error('The rest of the body is not read'));
}

function codeOf(error: ParserError): Fault['code'] {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headersTooLarge';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'requestTimeout';
  return 'malformedHttp';
}

/** The text of an answer that no response object sends. It is the connection's last. */
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
