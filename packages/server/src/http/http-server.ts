import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalogue, errorText } from '@hookwell/contract';

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
  const latestResponse = new WeakMap<Duplex, ServerResponse>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    latestResponse.set(request.socket, response);
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuseWithoutHost(response);
    } else {
      handler(request, response);
    }
  }

  /** Refuses what has no response of its own, in its turn: after the answer that is still under way. */
  function refuseOnSocket(socket: Duplex, code: ErrorCode): void {
    const earlier = latestResponse.get(socket);
    if (earlier === undefined || earlier.writableFinished) answerOnSocket(socket, code);
    else if (earlier.headersSent || !earlier.req.complete) cutOff(socket, earlier, code);
    else earlier.once('close', () => answerOnSocket(socket, code));
  }

  server.on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body announced as too large need not be sent at all.
    if (!(Number(request.headers['content-length']) > maxBodyBytes)) response.writeContinue();
    handle(request, response);
  });
  // RFC 9110, 10.1.1 lets a server ignore expectations it does not know.
  server.on('checkExpectation', handle);
  server.on('connect', (_request, socket: Duplex) => refuseOnSocket(socket, 'methodNotAllowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseOnSocket(socket, codeOf(error));
  });
  server.on('timeout', (socket) => {
    const response = latestResponse.get(socket);
    if (response === undefined || response.writableFinished) {
      socket.destroy();
      return;
    }
    // A request that is whole, and nothing that waits to be taken: it is we who take long.
    const isOurs = response.req.complete && response.writableLength + socket.writableLength === 0;
    if (!isOurs) cutOff(socket, response, 'requestTimeout');
  });
  return server;
}

/** Ends an exchange in its middle: with an answer where none has begun. */
function cutOff(socket: Duplex, response: ServerResponse, code: ErrorCode): void {
  if (response.headersSent) socket.destroy();
  else answerOnSocket(socket, code);
}

function refuseWithoutHost(response: ServerResponse): void {
  const body = errorText('malformedHttp');
  response.writeHead(errorCatalogue.malformedHttp.status, {
    'Content-Type': jsonType,
    'Content-Length': String(Buffer.byteLength(body)),
    'Access-Control-Allow-Origin': '*',
    Connection: 'close',
  });
  response.end(body);
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headersTooLarge';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'requestTimeout';
  return 'malformedHttp';
}

/** Answers where there is no response object, and closes. */
function answerOnSocket(socket: Duplex, code: ErrorCode): void {
  const { status, sentence } = errorCatalogue[code];
  const body = errorText(code);
  const allow =
    code === 'methodNotAllowed' ? 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n' : '';
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${sentence}\r\nContent-Type: ${jsonType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nAccess-Control-Allow-Origin: *\r\n${allow}` +
      `Connection: close\r\n\r\n${body}`,
  );
}

const jsonType = 'application/json; charset=utf-8';
