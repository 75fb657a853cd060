import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { METHODS } from './node-http.ts';

/** The parser also takes the methods of RTSP; this list has those of HTTP. */
const httpMethods: ReadonlySet<string> = new Set(METHODS);

/** `uri-host [":" port]` (RFC 9110, 7.2; RFC 3986, 3.2.2). The name may be empty, as the grammar has it. */
const hostForm = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::(\d*))?$/;
const futureAddress = /^v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * What is not valid about the head of a request, in a sentence; undefined if it is valid. The parser has checked the rest. If the
 * target is in absolute form, `headers.host` becomes its host (RFC 9112, 3.2.2), so that all code goes by the same host;
 * `rawHeaders` stay as they were sent.
 */
export function headFault(request: IncomingMessage): string | undefined {
  const { httpVersion, headers, url = '' } = request;
  if (!httpMethods.has(request.method ?? '')) return 'request line: the method is none of HTTP';
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return 'request line: the version is not HTTP/1.1 or HTTP/1.0';
  if ((httpVersion === '1.0' || headers.cseq !== undefined) && isOtherProtocol(request))
    return 'request line: the protocol is not HTTP';
  const fault = hostFault(request);
  if (fault !== undefined) return fault;
  if (url.startsWith('/') || url === '*') return undefined;
  // The host of an address with a user name could be misread (RFC 9110, 4.2.4): `isValidHost` refuses it.
  const authority = absoluteForm.exec(url)?.[1];
  if (authority === undefined || authority === '' || !isValidHost(authority))
    return 'request line: the address is neither a path nor a URL of a valid host';
  headers.host = authority;
  return undefined;
}

/** One Host, or none with HTTP/1.0 (RFC 9112, 3.2). */
function hostFault({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  let count = 0;
  let line = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    count += 1;
    line = index / 2 + 1;
  }
  if (count === 0) return httpVersion === '1.0' ? undefined : 'headers: no Host';
  if (count > 1) return `header line ${line}: one more Host`;
  return isValidHost(headers.host ?? '')
    ? undefined
    : `header line ${line}: a Host that is no host`;
}

/** Nearly all requests name the same host. */
let latestValidHost = '';

function isValidHost(text: string): boolean {
  if (text === latestValidHost) return true;
  const form = hostForm.exec(text);
  if (form === null) return false;
  const [, literal, port = ''] = form;
  if (Number(port) > 65_535) return false;
  if (literal !== undefined && !isIPv6(literal) && !futureAddress.test(literal)) return false;
  latestValidHost = text;
  return true;
}

/**
 * Whether the bytes of the request line name RTSP or ICE, which the parser takes for HTTP. Reading them copies
 * them, so only suspects are checked: RTSP has version 1.0 and a CSeq in every request (RFC 2326, 12.17).
 */
function isOtherProtocol(request: IncomingMessage): boolean {
  // Node's types lack the parser and the buffer that it reads.
  const { parser } = request.socket as Socket & { parser?: { getCurrentBuffer?(): Buffer } };
  const bytes = parser?.getCurrentBuffer?.();
  const line = `${request.method} ${request.url} `;
  const isInBytes = (start: string): boolean =>
    bytes !== undefined &&
    (bytes.indexOf(start, 0, 'latin1') === 0 || bytes.includes(`\n${start}`, 'latin1'));
  if (isInBytes(`${line}RTSP/`) || isInBytes(`${line}ICE/`)) return true;
  // The buffer may have only the end of the line, which came in two pieces: version and header decide then.
  return (
    request.httpVersion === '1.0' &&
    request.headers.cseq !== undefined &&
    !isInBytes(`${line}HTTP/`)
  );
}

/** Whether the connection has to close after the answer: its framing cannot be trusted (RFC 9112, 6.1). */
export function isLastByFraming({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;
}

/** The characters of a head: of its target and its headers. */
export function headLength({ rawHeaders, url = '' }: IncomingMessage): number {
  let length = url.length;
  for (const text of rawHeaders) length += text.length;
  return length;
}
