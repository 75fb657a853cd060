import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { latestOn } from './last-request.ts';

/** So much is kept of a head: enough for its method and path. */
const mostKeptCharacters = 512;

/** What has come of a head before its latest piece. */
export interface HeadStart {
  /** Its first characters, one for each byte. */
  text: string;
  /** The lines that have ended. */
  lines: number;
  /** Whether its latest piece ended with a line. */
  isAtBegin: boolean;
}

/** A parser of Node's HTTP server, as far as this module uses it; Node's types lack it. */
interface Parser {
  getCurrentBuffer?(): Buffer | undefined;
  constructor: { kOnExecute?: number };
  [called: number]: unknown;
}

/** The properties that Node's HTTP server adds to a socket; its types lack them. */
interface HttpSocket extends Socket {
  parser?: Parser | null;
  _httpMessage?: ServerResponse | null;
}

const starts = new WeakMap<Socket, HeadStart>();

/**
 * Notes the beginning of heads that do not come in one piece, as those of slow senders and very long ones. The parser keeps such a
 * head to itself until it is whole, so that nobody could say later which endpoint it was for. A head in one piece, as nearly
 * all are, costs two comparisons, and so does each piece of a body.
 *
 * A head that begins while the answer before it is due is not noted.
 */
export function noteHeadStarts(connection: Socket): void {
  const socket: HttpSocket = connection;
  const { parser } = socket;
  const called = parser?.constructor.kOnExecute;
  if (!parser || called === undefined) return;
  // Node calls it after each piece that the parser has gone through.
  const goOn = parser[called];
  if (typeof goOn !== 'function') return;
  let isNoted = false;
  parser[called] = (result: unknown): void => {
    const isBetween = !socket._httpMessage && latestOn(socket) === undefined;
    if (isBetween && typeof result === 'number') {
      isNoted = true;
      add(socket, parser.getCurrentBuffer?.());
    } else if (isNoted && !isBetween) {
      isNoted = false;
      starts.delete(socket);
    }
    goOn(result);
  };
}

/** What came of the head that is not whole; undefined if none is, or all of it came in the latest piece. */
export function headStartOn(socket: Socket): HeadStart | undefined {
  return starts.get(socket);
}

function add(socket: Socket, piece: Buffer | undefined): void {
  if (piece === undefined) return;
  const start = starts.get(socket) ?? { text: '', lines: 0, isAtBegin: false };
  const from = start.text === '' ? beginOf(piece) : 0;
  if (start.text.length < mostKeptCharacters && !start.text.includes('\n')) {
    const room = mostKeptCharacters - start.text.length;
    start.text += piece.toString('latin1', from, from + room);
  }
  start.lines += linesIn(piece, from, piece.length);
  start.isAtBegin = piece.at(-1) === 0x0a;
  starts.set(socket, start);
}

/** Empty lines may come before a request (RFC 9112, 2.2). */
export function beginOf(piece: Uint8Array, from = 0): number {
  let at = from;
  while (piece[at] === 0x0d || piece[at] === 0x0a) at += 1;
  return at;
}

/** The lines that end between the two places. */
export function linesIn(piece: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let at = piece.indexOf(0x0a, from); at !== -1 && at < to; at = piece.indexOf(0x0a, at + 1))
    lines += 1;
  return lines;
}
