import { textOfBytes } from '@hookwell/core/match';
import { textInUtf8 } from '../text/characters.ts';

/** A request that is copied for use elsewhere. */
export interface CopiedRequest {
  method: string;
  /** The absolute receive URL, with path and query as they were sent: each character stands for one byte (latin1). */
  url: string;
  /** In the order, case and number sent; each character of a value stands for one byte (latin1). */
  headers: readonly (readonly [name: string, value: string])[];
  /** The bytes as they arrived, with their content codings. */
  body: Uint8Array;
}

/** Headers that the sending program sets by itself, for its own connection. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

/** The headers that another program can be told to send. */
export function portableHeaders({ headers }: CopiedRequest): CopiedRequest['headers'] {
  return headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
}

export function hasHeader({ headers }: CopiedRequest, wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}

/** Path and query of the URL, exactly as they stand there. */
export function targetOf(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
}

/** The bytes as text, if they are UTF-8 without a NUL; a byte order mark stays in it. */
export function textOf(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : textInUtf8(bytes);
}

/** A call takes only so many arguments. */
const mostArguments = 32 * 1024;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += mostArguments) {
    binary += String.fromCharCode(...bytes.subarray(start, start + mostArguments));
  }
  return btoa(binary);
}

/** Base64 in lines of 76 characters (RFC 2045, section 6.8). */
export function base64Lines(bytes: Uint8Array): string {
  return base64Of(bytes).replace(/.{76}(?=.)/g, '$&\n');
}

/**
 * Path and query at the target. The part after the token in the receive URL comes after the target's own path,
 * as it was sent, and the query after the target's own query.
 * @param path the path after the token, from its slash on; empty if there is none
 * @param sentTarget path and query as the sender had them
 * @throws {TypeError} if the path would leave the target's own path
 */
export function pathAt(target: URL, path: string, sentTarget: string): string {
  if (target.pathname !== '/' && climbsOut(path)) {
    throw new TypeError('its path leads out of the address to forward to');
  }
  const base = path === '' ? target.pathname : target.pathname.replace(/\/$/, '');
  const mark = sentTarget.indexOf('?');
  const query = mark === -1 ? '' : sentTarget.slice(mark);
  if (target.search === '') return base + path + query;
  return base + path + target.search + (query.length > 1 ? `&${query.slice(1)}` : '');
}

/**
 * Whether `..` in the path leads above its start, in any of the spellings that some servers understand. A
 * sender, which knows only the receive URL, must not reach anything beside the chosen address.
 */
function climbsOut(path: string): boolean {
  const plain = path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/');
  let depth = 0;
  for (const segment of plain.split('/')) {
    const name = segment.replace(/;.*$/, '');
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * The request as text in the form of HTTP/1.1 (RFC 9112), with the line ends of the wire. A head in UTF-8 has the bytes that were
 * sent once the text is written in UTF-8. A body that came in chunks is written whole, with its length. A body that is not text
 * is given as Base64.
 */
export function asHttpText(captured: CopiedRequest): string {
  const lines = [`${captured.method} ${targetOf(captured.url)} HTTP/1.1`];
  for (const [name, value] of captured.headers) {
    if (name.toLowerCase() === 'transfer-encoding') {
      lines.push(`Content-Length: ${captured.body.length}`);
    } else {
      lines.push(value === '' ? `${name}:` : `${name}: ${value}`);
    }
  }
  return `${textOfBytes(lines.join('\r\n'))}\r\n\r\n${bodyText(captured.body)}`;
}

function bodyText(body: Uint8Array): string {
  const text = textOf(body);
  if (text !== undefined) return text;
  return `(${body.length} bytes that are not text, in base64)\r\n${base64Lines(body)}`;
}
