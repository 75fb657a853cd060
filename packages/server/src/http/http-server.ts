import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalogue } from '@hookwell/contract';

/** Everything before the body, in bytes (decisions, section 5). */
const maximumHeaderSize = 32 * 2 ** 10;

/** How long, in milliseconds, a request may take to arrive; slower senders are cut off with 408. */
export interface ArrivalTimes {
  headers: number;
  wholeRequest: number;
}

export const defaultArrivalTimes: ArrivalTimes = { headers: 15_000, wholeRequest: 60_000 };

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The one HTTP server. What fails below the router (malformed HTTP, slow senders, headers too large)
 * is answered in the same shape as everything else.
 */
export function createHttpServer(
  handler: Handler,
  limits: { maxBodyBytes: number; arrival: ArrivalTimes },
): Server {
  const server = createServer({
    maxHeaderSize: maximumHeaderSize,
    // A missing Host is refused below, with a body.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    headersTimeout: limits.arrival.headers,
    requestTimeout: limits.arrival.wholeRequest,
    connectionsCheckingInterval: Math.min(2000, limits.arrival.headers),
    noDelay: true,
  });
  // By default Node forgets headers past the 2,000th; the size limit alone bounds them.
  server.maxHeadersCount = 0;
  const latestResponse = new WeakMap<Duplex, ServerResponse>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      return answerOnSocket(request.socket, 'malformedHttp');
    }
    latestResponse.set(request.socket, response);
    handler(request, response);
  }

  server.on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A body announced as too large need not be sent at all.
    if (!(Number(request.headers['content-length']) > limits.maxBodyBytes))
      response.writeContinue();
    handle(request, response);
  });
  // RFC 9110, 10.1.1 lets a server ignore expectations it does not know.
  server.on('checkExpectation', handle);
  server.on('connect', (_request, socket: Duplex) => answerOnSocket(socket, 'methodNotAllowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = latestResponse.get(socket);
    const midway = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || midway) socket.destroy();
    else answerOnSocket(socket, codeOf(error));
  });
  return server;
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headersTooLarge';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'requestTimeout';
  return 'malformedHttp';
}

/** Answers where there is no response object, and closes. */
function answerOnSocket(socket: Duplex, code: ErrorCode): void {
  const { status, sentence } = errorCatalogue[code];
  const body = JSON.stringify({ error: sentence });
  const allow =
    code === 'methodNotAllowed' ? 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n' : '';
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${sentence}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nAccess-Control-Allow-Origin: *\r\n${allow}` +
      `Connection: close\r\n\r\n${body}`,
  );
}
