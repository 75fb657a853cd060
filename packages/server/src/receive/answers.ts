import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, errorCatalogue, errorText, requestHeader } from '@hookwell/contract';
import { endConnection, makeLast } from '../connections/last-request.ts';
import { closeLingering, inTurn, uploadLingerMs } from '../connections/lingering-close.ts';

const jsonType = 'application/json; charset=utf-8';

/** Acknowledges a stored capture (specification: capture acknowledgement). */
export function acknowledge(response: ServerResponse, id: number, isStopping: boolean): void {
  const text = `{"id":${id},"message":"Webhook received"}`;
  const headers = [
    'Content-Type',
    jsonType,
    'Content-Length',
    String(text.length),
    requestHeader,
    String(id),
    'Access-Control-Allow-Origin',
    '*',
  ];
  if (isStopping) endConnection(response);
  response.writeHead(200, headers);
  response.end(text);
}

/** Headers that some refusals have. */
const refusalHeaders: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  methodNotAllowed: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  tooManyRequests: { 'Retry-After': '1' },
  unavailable: { 'Retry-After': '1' },
  overloaded: { 'Retry-After': '1' },
};

/**
 * Refuses a request with the sentence of the catalogue. If its body has not arrived whole, the rest is read
 * and thrown away for a while before the connection closes: closing at once would reset it, and the sender
 * would never read the answer.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, code: ErrorCode): void {
  if (request.complete) return answerRefusal(response, code);
  // A body in the same packet as the headers is parsed after this call.
  request.resume();
  setImmediate(() => {
    if (request.complete) answerRefusal(response, code);
    else refuseMidway(request, response, code);
  });
}

function answerRefusal(response: ServerResponse, code: ErrorCode): void {
  const text = errorText(code);
  response.writeHead(errorCatalogue[code].status, headersOf(code, text));
  response.end(text);
}

function refuseMidway(request: IncomingMessage, response: ServerResponse, code: ErrorCode): void {
  // The answer may have to wait for its turn. Meanwhile the rest of the body comes, and further requests.
  makeLast(request, response);
  const text = errorText(code);
  response.writeHead(errorCatalogue[code].status, {
    ...headersOf(code, text),
    Connection: 'close',
  });
  // Ending the response would close both sides of the connection.
  if (request.method === 'HEAD') response.flushHeaders();
  else response.write(text);
  inTurn(response, (socket) => closeLingering(socket, uploadLingerMs));
}

function headersOf(code: ErrorCode, text: string): Record<string, string> {
  return {
    'Content-Type': jsonType,
    'Content-Length': String(Buffer.byteLength(text)),
    'Access-Control-Allow-Origin': '*',
    ...refusalHeaders[code],
  };
}

/** Allows everything that the browser asked for: any page may send to a receive URL. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  response.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': request.headers['access-control-request-method'] ?? '*',
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Max-Age': '86400',
    Vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  response.end();
  request.resume();
}
