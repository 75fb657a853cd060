import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection lives on for so long after its last answer, so that the sender can read it. */
export const shortLingerMs = 2000;
/** The same for a refused upload, as long as its bytes keep coming. */
export const uploadLingerMs = 10_000;

/** A sender that is silent for so long has read its answer or never will. */
const longestSilenceMs = 2000;
/** Discarding pauses for so long after each large piece: a fast sender gets 10 MiB a second. */
const pauseAfterPieceMs = 5;
/** Discarding ends after so many bytes of one connection: one whole body, and some more. */
const mostDiscardedBytes = 32 * 1024 * 1024;

/** A sender of a piece of this size has more to send. */
const largePieceBytes = 32 * 1024;

const closing = new WeakSet<Socket>();

/** Whether the connection is no longer read as HTTP. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Stops reading the connection as HTTP, at once and for ever: a request that was under way never becomes whole.
 * Must not be called by the parser, that is in a handler of 'request'. `closeLingering` has to follow.
 */
export function stopParsing(socket: Socket): void {
  closing.add(socket);
  // Node removes its own listener with the parser, and an error without a listener ends the process.
  socket.on('error', ignore);
  const parsers = socket.rawListeners('data');
  // A listener of ours takes the socket back from the parser, which reads it below JavaScript.
  socket.on('data', ignore);
  // Node's types know listeners as mere functions.
  for (const listener of parsers) socket.off('data', listener as () => void);
  socket.pause();
}

/**
 * Sends the last bytes and closes the connection: first our side only, while the bytes that are still under
 * way are read and thrown away. Closing both sides at once would reset the connection, and the sender
 * would never read the answer (RFC 9112, 9.6). A sender that goes on is cut off, by time and by bytes.
 */
export function closeLingering(socket: Socket, longestMs: number, lastBytes = ''): void {
  if (!closing.has(socket)) stopParsing(socket);
  // It has ended before, by this function or by an answer that was the last one on its connection.
  if (!socket.writable) return;
  let left = mostDiscardedBytes;
  socket.on('data', (piece: Uint8Array) => {
    left -= piece.length;
    if (left < 0) socket.destroy();
    if (piece.length < largePieceBytes) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseAfterPieceMs);
  });
  // The socket destroys itself once both sides are closed.
  socket.setTimeout(longestSilenceMs, () => socket.destroy());
  const cut = setTimeout(() => socket.destroy(), longestMs);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(lastBytes);
}

/** Calls `act` with the response's socket in the response's turn: after the answers that are due before it. */
export function inTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  const { socket } = response;
  if (socket !== null) act(socket);
  // Bytes that were written to the response reach the socket right after this event.
  else response.once('socket', (given: Socket) => process.nextTick(act, given));
}

/** Resolves in the response's turn. Who asks for many large answers in one packet, and reads none, has none made. */
export function itsTurn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => inTurn(response, () => resolve()));
}

function ignore(): void {}
