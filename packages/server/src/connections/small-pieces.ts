import type { IncomingMessage } from 'node:http';
import { isClosing } from './lingering-close.ts';
import * as http from './node-http.ts';

/** Larger pieces cost little for their bytes. */
const smallPieceBytes = 512;
/** A body may have so many small pieces before its connection waits. */
const mostPiecesAtOnce = 256;
/** One connection reads on after so long. */
const turnMs = 50;
/** And after so long for each small piece that came meanwhile: some three times what it takes on a slow machine. */
const restMsOfPiece = 0.012;

/** Bodies that wait, in the order of their turns. */
const waiting = new Set<IncomingMessage>();
/** Small pieces of these that came since the last turn began: what a connection had read before it had to wait. */
let piecesRead = 0;

/**
 * Counts the small pieces of one body, each of which costs about as much time as a large one. Bodies in very many small
 * pieces are read one after the other, with time for all other connections between them.
 */
export class SmallPieces {
  #count = 0;

  /** To be called for each piece that comes. */
  came(request: IncomingMessage, { length }: Uint8Array): void {
    if (length > smallPieceBytes) return;
    this.#count += 1;
    if (this.#count % mostPiecesAtOnce === 0) readInTurn(request);
    if (waiting.size > 0 && waiting.has(request)) piecesRead += 1;
  }
}

/** Nothing more is read of the connection of this request until it is its turn. */
export function readInTurn(request: IncomingMessage): void {
  const { socket } = request;
  if (waiting.has(request) || socket.isPaused()) return;
  // Node would go on reading what has come, up to 2 MiB, in the same turn of its loop.
  socket.pause();
  // The stream of the body would start the socket again.
  request._read = nothing;
  waiting.add(request);
  if (waiting.size === 1) readNextAfterRest();
}

/** What a connection has read already, up to 64 KiB, still comes in this turn of the loop: 10,900 chunks of one byte. */
function readNextAfterRest(): void {
  setImmediate(() => {
    setTimeout(readNext, Math.max(turnMs, piecesRead * restMsOfPiece));
    piecesRead = 0;
  });
}

function readNext(): void {
  for (const request of waiting) {
    waiting.delete(request);
    const { socket } = request;
    if (socket.destroyed) continue;
    request._read = http.IncomingMessage.prototype._read;
    // A connection that is no longer read as HTTP is paused for reasons of its own.
    if (!isClosing(socket)) socket.resume();
    break;
  }
  if (waiting.size > 0) readNextAfterRest();
}

function nothing(): void {}
