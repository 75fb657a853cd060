import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@hookwell/contract';
import { beginOf, headStartOn, linesIn } from './head-starts.ts';
import { latestOn } from './last-request.ts';
import { type FaultPlace, headFaultText, type ParserError } from './parser-faults.ts';

/** What is known of a request by its head. One whose head is not whole or not valid has a method and a target alone. */
export type RequestHead = Pick<
  IncomingMessage,
  'method' | 'url' | 'socket' | 'headers' | 'rawHeaders'
>;

/** The reason for which the server itself ends a request, before or beside the code that handles it. */
export interface Fault {
  /** `overloaded` is not answered: its connection is closed for want of room. */
  code: Extract<ErrorCode, 'malformedHttp' | 'headersTooLarge' | 'requestTimeout' | 'overloaded'>;
  /** A sentence about what is malformed. */
  detail?: string | undefined;
}

/** Hears of a request that was refused before any code handled it; without a fault its sender has gone. */
export type RefusedHeads = (head: RequestHead, fault: Fault | undefined) => void;

const faults = new WeakMap<IncomingMessage, Fault>();

/** Notes why the rest of a request is not read. */
export function noteFault(request: IncomingMessage, fault: Fault): void {
  faults.set(request, fault);
}

/** Why the rest of the request is not read; undefined if its sender went away. */
export function faultOf(request: IncomingMessage): Fault | undefined {
  return faults.get(request);
}

/** To be called before a connection is closed for want of room: tells of its request, if that is not whole. */
export function tellCutOff(socket: Socket, refused: RefusedHeads): void {
  const fault: Fault = { code: 'overloaded' };
  const latest = latestOn(socket);
  if (latest?.req.complete === false) return noteFault(latest.req, fault);
  const read = latest === undefined && readRefusedHead(socket, fault.code, undefined);
  if (read) refused(read.head, read.fault);
}

const method = "[!#$%&'*+.^`|~\\w-]{1,32}";
const requestLine = new RegExp(`^(${method}) +([!-~\\x80-\\xff]+)([ \\r\\n]?)`);

/** A line is looked at this far. */
const mostLineCharacters = 1024;

/** The head of a refused request, as far as it can be read, with its fault; undefined if there is no readable request line. */
export function readRefusedHead(
  socket: Socket,
  code: Fault['code'],
  error: ParserError | undefined,
): { head: RequestHead; fault: Fault } | undefined {
  const start = headStartOn(socket);
  const raw = error?.rawPacket;
  const from =
    start === undefined && raw !== undefined ? beginOfHead(socket, raw, error?.bytesParsed) : 0;
  const text = start?.text ?? raw?.toString('latin1', from, from + mostLineCharacters) ?? '';
  const found = requestLine.exec(text);
  if (found === null) return undefined;
  const [, name = '', target = '', end] = found;
  const url = end === '' ? target.slice(0, target.search(/[?#/][^?#/]*$/) + 1) : target;
  const head = { method: name, url, socket, headers: {}, rawHeaders: [] };
  if (code !== 'malformedHttp' || error === undefined || raw === undefined)
    return { head, fault: { code } };
  const { lines = 0, isAtBegin = false } = start ?? {};
  const place = placeOf(error, raw, { from, lines, isAtBegin });
  return { head, fault: { code, detail: headFaultText(error, place) } };
}

/**
 * Where the refused head begins in the latest piece of its connection. Others may have come before it in the same piece: then it
 * begins behind the body of the last of them.
 */
function beginOfHead(socket: Socket, raw: Buffer, bytesParsed = 0): number {
  const before = latestOn(socket)?.req;
  if (before === undefined) return beginOf(raw);
  const length = Number(before.headers['content-length']) || 0;
  const end = endOfHead(before, raw, bytesParsed - length, length > 0);
  return end === undefined ? raw.length : beginOf(raw, end + length);
}

const emptyLine = '\r\n\r\n';
/** Bodies are forms of many parts, mostly, if there are empty lines in them. */
const mostEmptyLines = 100;

/**
 * Where the head of a request ends in the piece, or its chunks do: before `most`, with the last empty line there. In front of a body of
 * a known length it is one behind the request's own line, since the body may have empty lines, too.
 */
function endOfHead(
  { method, url }: IncomingMessage,
  raw: Buffer,
  most: number,
  hasLength: boolean,
): number | undefined {
  let end = lastEmptyLine(raw, most);
  for (let seen = 0; end !== -1 && seen < mostEmptyLines; seen++) {
    const before = lastEmptyLine(raw, end);
    const head = raw.subarray(Math.max(0, before), end);
    if (!hasLength || head.includes(`${method} ${url} HTTP/`, 0, 'latin1'))
      return end + emptyLine.length;
    end = before;
  }
  return undefined;
}

/** The place of the last one that ends before the other place; -1 if there is none. */
function lastEmptyLine(raw: Buffer, before: number): number {
  const from = before - emptyLine.length;
  return from < 0 ? -1 : raw.lastIndexOf(emptyLine, from, 'latin1');
}

function placeOf(
  { code, bytesParsed = 0 }: ParserError,
  raw: Buffer,
  { from, lines, isAtBegin }: { from: number; lines: number; isAtBegin: boolean },
): FaultPlace {
  // The parser finds some faults behind the end of their line.
  const isLate = !isAtBeginning(code);
  // So it finds a line feed that is a line by itself.
  const isAlone = bytesParsed === 1 ? isAtBegin : raw[bytesParsed - 2] === 0x0a;
  const isBehind = raw[bytesParsed - 1] === 0x0a && (isLate || isAlone);
  const at = Math.max(from, isBehind ? bytesParsed - 1 : bytesParsed);
  const before = at === 0 ? -1 : raw.lastIndexOf(0x0a, at - 1);
  const begin = Math.max(from, before + 1, at - mostLineCharacters);
  const end = raw.indexOf(0x0a, at);
  const last = Math.min(end === -1 ? raw.length : end, at + mostLineCharacters);
  return {
    // Of those that it finds behind the end of a line, nothing more may have come yet.
    line: lines + linesIn(raw, from, at) - (bytesParsed === 0 && isAtBegin && isLate ? 1 : 0),
    text: raw.toString('latin1', begin, last),
    at: at - begin,
    isWhole: end !== -1,
  };
}

function isAtBeginning(code: string | undefined): boolean {
  return code === 'HPE_INVALID_HEADER_TOKEN' || code === 'HPE_UNEXPECTED_SPACE';
}
