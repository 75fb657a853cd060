import { type ErrorCode, errorCatalogue, errorText } from '@hookwell/core/api';

/** A connection that rests longer than this between two requests is closed. */
export const keepAliveMs = 65_000;

const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`;
const last = 'Connection: close\r\n\r\n';

/** A value that could end its line, or that no line can have (RFC 9110, 5.5). */
const forbiddenInValues = /[^\t\x20-\x7e\x80-\xff]/;
const forbiddenInNames = /[^!#$%&'*+\-.^`|~\w]/;

let dateOf = 0;
let date = '';

/** The line for this second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateOf) {
    dateOf = second;
    date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return date;
}

/**
 * The head of an answer, as one text of a character for each byte.
 * @param headers names and values in turn
 * @throws {TypeError} if one of them cannot stand in a head
 */
export function headText(status: number, headers: readonly string[], keepsAlive: boolean): string {
  let lines = '';
  let hasDate = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    if (name === '' || forbiddenInNames.test(name) || forbiddenInValues.test(value))
      throw new TypeError('A header that no answer can have');
    if (name.length === 4 && name.toLowerCase() === 'date') hasDate = true;
    lines += `${name}: ${value}\r\n`;
  }
  return headOf(status, lines, keepsAlive, hasDate);
}

/** The same of lines that are known to be right; each has its end. */
export function headOf(
  status: number,
  lines: string,
  keepsAlive: boolean,
  hasDate = false,
): string {
  const first = `HTTP/1.1 ${status} ${statusNames[status] ?? 'unknown'}\r\n`;
  return first + lines + (hasDate ? '' : dateLine()) + (keepsAlive ? kept : last);
}

/** The text of an answer to what never became a request. It is the connection's last. */
export function refusalText(code: ErrorCode, method?: string): string {
  const { status } = errorCatalogue[code];
  const body = errorText(code);
  const headers = ['Content-Type', 'application/json; charset=utf-8'];
  headers.push('Content-Length', String(Buffer.byteLength(body)));
  headers.push('Access-Control-Allow-Origin', '*');
  if (code === 'methodNotAllowed') headers.push('Allow', allowedMethods);
  return headText(status, headers, false) + (method === 'HEAD' ? '' : body);
}

/** The methods that senders are told of. Any other is taken too. */
export const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/**
 * The parts of `node:http` that the server uses. An import of it would load all that it exports, and with that the client of `fetch`: 3 MiB
 * of an idle server, 8 MiB and 30 ms of processor time of a command.
 */
export const {
  IncomingMessage,
  METHODS: namedMethods,
  ServerResponse,
  STATUS_CODES: statusNames,
} = process.getBuiltinModule('node:http');
