import { type ErrorCode, errorCatalogue, errorText, requestHeader } from '@hookwell/core/api';
import { allowedMethods } from '../connections/answer-text.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import { uploadLingerMs } from '../connections/lingering.ts';

const jsonType = 'application/json; charset=utf-8';

const acknowledged = `Content-Type: ${jsonType}\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: `;

/** Acknowledges a stored capture (specification: capture acknowledgement). */
export function acknowledge(response: HttpResponse, id: number, isStopping: boolean): void {
  const text = `{"id":${id},"message":"Webhook received"}`;
  if (isStopping) response.req.connection.endWith(response);
  const lines = `${acknowledged}${text.length}\r\n${requestHeader}: ${id}\r\n`;
  response.answerLines(200, lines, text);
}

/** Headers that some refusals have. */
const refusalHeaders: Partial<Record<ErrorCode, readonly string[]>> = {
  methodNotAllowed: ['Allow', allowedMethods],
  tooManyRequests: ['Retry-After', '1'],
  unavailable: ['Retry-After', '1'],
  overloaded: ['Retry-After', '1'],
};

/**
 * Refuses a request with the sentence of the catalogue. If its body has not arrived whole, the rest is read
 * and thrown away for a while before the connection closes: closing at once would reset it, and the sender
 * would never read the answer.
 */
export function refuse(request: HttpRequest, response: HttpResponse, code: ErrorCode): void {
  if (request.complete) return answerRefusal(response, code);
  // What has come of the body in the same packet as the head is read after this call.
  request.resume();
  setImmediate(() => {
    if (request.complete) answerRefusal(response, code);
    else refuseMidway(request, response, code);
  });
}

function answerRefusal(response: HttpResponse, code: ErrorCode): void {
  const text = errorText(code);
  response.answer(errorCatalogue[code].status, headersOf(code, text), text);
}

function refuseMidway(request: HttpRequest, response: HttpResponse, code: ErrorCode): void {
  // The answer may have to wait for its turn. Meanwhile the rest of the body comes, and further requests.
  request.connection.makeLast(response);
  const text = errorText(code);
  response.begin(errorCatalogue[code].status, headersOf(code, text), text);
  response.inTurn(() => request.connection.linger(uploadLingerMs));
}

function headersOf(code: ErrorCode, text: string): string[] {
  return [
    ...['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(text))],
    ...['Access-Control-Allow-Origin', '*', ...(refusalHeaders[code] ?? [])],
  ];
}

/** Allows everything that the browser asked for: any page may send to a receive URL. */
export function answerPreflight(request: HttpRequest, response: HttpResponse): void {
  const { headers } = request;
  const asked = headers['access-control-request-headers'];
  response.answer(204, [
    ...['Access-Control-Allow-Origin', '*'],
    ...['Access-Control-Allow-Methods', headers['access-control-request-method'] ?? '*'],
    ...(asked === undefined ? [] : ['Access-Control-Allow-Headers', asked]),
    ...['Access-Control-Max-Age', '86400'],
    ...['Vary', 'Access-Control-Request-Method, Access-Control-Request-Headers'],
  ]);
}
