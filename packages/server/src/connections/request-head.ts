import { isIPv6, type Socket } from 'node:net';
import type { ErrorCode } from '@hookwell/core/api';
import { bodyFaults, headFaults, requestLineFaults } from './fault-texts.ts';
import { type HeadScanner, latin1, mostMethodCharacters, type ScanFault } from './head-scanner.ts';

/** `uri-host [":" port]` (RFC 9110, 7.2; RFC 3986, 3.2.2). The name may be empty, as the grammar has it. */
const hostForm = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::(\d*))?$/;
const futureAddress = /^v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;
const lengthForm = /^\d{1,19}$/;

/** The headers of which Node keeps the first alone, if a request has several; it joins all others (RFC 9110, 5.3). */
const firstAlone: ReadonlySet<string> = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host'],
  ...['if-modified-since', 'if-unmodified-since', 'last-modified', 'location', 'max-forwards'],
  ...['proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent'],
]);

/** The head of a request, as it was sent. Texts have one character for each byte. */
export class RequestHead {
  method = '';
  /** The target: path and query, or a whole URL. */
  url = '';
  httpVersion: '1.0' | '1.1' = '1.1';
  /** Names and values in turn. */
  readonly rawHeaders: string[] = [];
  /** The length of the body, undefined if none is announced. */
  contentLength: number | undefined;
  isChunked = false;
  /** Whether its sender would use the connection again. */
  keepsAlive = true;
  expectsContinue = false;
  /** The host that it is for: that of a target in absolute form counts before the header (RFC 9112, 3.2.2). */
  host: string | undefined;
  #headers: Record<string, string | undefined> | undefined;

  /** The headers by their names in lower case; repeated ones are joined. `host` is what `host` says. */
  get headers(): Record<string, string | undefined> {
    this.#headers ??= this.#join();
    return this.#headers;
  }

  #join(): Record<string, string | undefined> {
    const joined: Record<string, string | undefined> = Object.create(null);
    const { rawHeaders } = this;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]?.toLowerCase() ?? '';
      const value = rawHeaders[index + 1] ?? '';
      const before = joined[name];
      if (before === undefined) joined[name] = value;
      else if (!firstAlone.has(name))
        joined[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
    }
    if (this.host !== undefined) joined.host = this.host;
    return joined;
  }
}

/** The head whose bytes a scanner has gone through, the first of them at `from`; a fault if it contradicts itself. */
export function readHead(
  scanner: HeadScanner,
  bytes: Buffer,
  from: number,
): { head: RequestHead; fault: ScanFault | undefined } {
  const { methodEnd, targetBegin, targetEnd, marks, at } = scanner;
  const text = latin1(bytes, from, from + at);
  const head = new RequestHead();
  head.method = text.slice(0, methodEnd);
  head.url = text.slice(targetBegin, targetEnd);
  head.httpVersion = scanner.minorVersion === 1 ? '1.1' : '1.0';
  head.keepsAlive = scanner.minorVersion === 1;
  const framing = new Framing(head);
  for (let mark = 0; mark < marks.length; mark += 4) {
    const name = text.slice(marks[mark], marks[mark + 1]);
    const value = text.slice(marks[mark + 2], marks[mark + 3]);
    head.rawHeaders.push(name, value);
    framing.header(name, value, mark / 4 + 1);
  }
  const detail = framing.fault ?? targetFault(head);
  return { head, fault: detail === undefined ? undefined : { code: 'malformedHttp', detail } };
}

/** Goes through the headers that say where a request ends and what becomes of its connection (RFC 9112, 6 and 9). */
class Framing {
  readonly #head: RequestHead;
  #coding: string | undefined;
  #closes = false;
  #fault: string | undefined;

  constructor(head: RequestHead) {
    this.#head = head;
  }

  header(name: string, value: string, line: number): void {
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') this.#host(value, line);
        break;
      case 6:
        if (name.toLowerCase() === 'expect') this.#expectation(value);
        break;
      case 10:
        if (name.toLowerCase() === 'connection') this.#connection(value);
        break;
      case 14:
        if (name.toLowerCase() === 'content-length') this.#length(value, line);
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') this.#transfer(value, line);
        break;
    }
  }

  get fault(): string | undefined {
    if (this.#fault !== undefined) return this.#fault;
    const { host, httpVersion } = this.#head;
    return host === undefined && httpVersion === '1.1' ? 'headers: no Host' : this.#codingFault();
  }

  #codingFault(): string | undefined {
    if (this.#coding === undefined) return undefined;
    const codings = membersOf(this.#coding);
    if (codings.indexOf('chunked') !== codings.length - 1 || codings.includes(''))
      return bodyFaults.coding;
    this.#head.isChunked = true;
    // The framing of such a request cannot be trusted (RFC 9112, 6.1).
    if (this.#head.httpVersion === '1.0') this.#head.keepsAlive = false;
    return undefined;
  }

  #set(fault: string, line: number): void {
    this.#fault ??= `header line ${line}: ${fault}`;
  }

  /** One Host, or none with HTTP/1.0 (RFC 9112, 3.2). */
  #host(value: string, line: number): void {
    if (this.#head.host !== undefined) return this.#set(headFaults.anotherHost, line);
    this.#head.host = value;
    if (!isValidHost(value)) this.#set(headFaults.noHost, line);
  }

  /** One of HTTP/1.0 is ignored (RFC 9110, 10.1.1). */
  #expectation(value: string): void {
    const head = this.#head;
    if (head.httpVersion === '1.1')
      head.expectsContinue ||= membersOf(value).includes('100-continue');
  }

  #connection(value: string): void {
    if (value === 'keep-alive') {
      if (!this.#closes) this.#head.keepsAlive = true;
      return;
    }
    const options = membersOf(value);
    if (options.includes('close')) this.#closes = true;
    else if (options.includes('keep-alive')) this.#head.keepsAlive = true;
    if (this.#closes) this.#head.keepsAlive = false;
  }

  #length(value: string, line: number): void {
    const head = this.#head;
    if (this.#coding !== undefined) return this.#set(headFaults.lengthAndCoding, line);
    if (head.contentLength !== undefined) return this.#set(headFaults.secondLength, line);
    if (!lengthForm.test(value)) return this.#set(headFaults.length, line);
    head.contentLength = Number(value);
  }

  #transfer(value: string, line: number): void {
    if (this.#head.contentLength !== undefined) return this.#set(headFaults.lengthAndCoding, line);
    this.#coding = this.#coding === undefined ? value : `${this.#coding},${value}`;
  }
}

/** The members of a list (RFC 9110, 5.6.1) in lower case. Spaces and tabs alone may stand around them: `trim` takes more. */
function membersOf(value: string): string[] {
  return value.toLowerCase().split(',').map(withoutBlanks);
}

/** An expression would go over all of many blanks once for each of them. */
function withoutBlanks(text: string): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && ' \t'.includes(text.charAt(begin))) begin += 1;
  while (end > begin && ' \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/** A target that is a path, or a URL of a valid host: one with a user name could be misread (RFC 9110, 4.2.4). */
function targetFault(head: RequestHead): string | undefined {
  const { url, method } = head;
  if (url.startsWith('/') || url === '*' || method === 'CONNECT') return undefined;
  const authority = absoluteForm.exec(url)?.[1];
  if (authority === undefined || authority === '' || !isValidHost(authority))
    return `request line: ${requestLineFaults.address}`;
  head.host = authority;
  return undefined;
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

/** The characters of a head: of its target and its headers. */
export function headLength({
  rawHeaders,
  url,
}: {
  rawHeaders: readonly string[];
  url: string;
}): number {
  let length = url.length;
  for (const text of rawHeaders) length += text.length;
  return length;
}

/** What is known of a request by its head. One whose head is not whole or not valid has a method and a target alone. */
export interface RefusedHead {
  method: string;
  url: string;
  socket: Socket;
  headers: Readonly<Record<string, string | undefined>>;
  rawHeaders: readonly string[];
}

/** The reason for which the server itself ends a request, before or beside the code that handles it. */
export interface Fault {
  /** `overloaded` is not answered: its connection is closed for want of room. */
  code: Extract<ErrorCode, 'malformedHttp' | 'headersTooLarge' | 'requestTimeout' | 'overloaded'>;
  /** A sentence about what is malformed. */
  detail?: string | undefined;
}

/** Hears of a request that was refused before any code handled it; without a fault its sender has gone. */
export type RefusedHeads = (head: RefusedHead, fault: Fault | undefined) => void;

/** A line is looked at this far. */
const mostLineBytes = 1024;

const method = `[!#$%&'*+.^\`|~\\w-]{1,${mostMethodCharacters}}`;
const requestLine = new RegExp(`^(${method}) +([!-~\\x80-\\xff]+)([ \\r\\n]?)`);

/** The method and target of a head that need be neither whole nor valid, as far as it names them; undefined if it has no readable line. */
export function requestLineOf(bytes: Buffer): { method: string; url: string } | undefined {
  const found = requestLine.exec(latin1(bytes, 0, Math.min(bytes.length, mostLineBytes)));
  if (found === null) return undefined;
  const [, name = '', target = '', end] = found;
  // Of a target that is cut off, the last part of its path is not known.
  const url = end === '' ? target.slice(0, target.search(/[?#/][^?#/]*$/) + 1) : target;
  return { method: name, url };
}
