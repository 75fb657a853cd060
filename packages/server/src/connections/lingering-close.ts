import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long, in milliseconds, a connection lives on after its last answer, so that the sender can read it. */
export const shortLinger = 2000;
/** The same for a refused upload, as long as its bytes keep coming. */
export const uploadLinger = 10_000;

/** A sender from which nothing comes for so long, in milliseconds, has read its answer or never will. */
const longestSilence = 2000;
/** How long, in milliseconds, what nobody wants waits after each piece of it: a fast sender gets 10 MiB a second. */
const restBetweenPieces = 5;
/** How many bytes that nobody wants are read from one connection: one whole body, and some more. */
const mostDiscarded = 32 * 2 ** 20;

/** A piece of so many bytes is one of a sender that has more in its hands. */
const largePiece = 32 * 1024;

const closing = new WeakSet<Socket>();

/** Whether nothing that arrives on the connection is read as HTTP any more. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Stops reading the connection as HTTP, at once and for ever: what was under way never becomes whole. Must not
 * be called by the parser, that is in a handler of 'request'. `closeLingering` has to follow.
 */
export function stopParsing(socket: Socket): void {
  closing.add(socket);
  // Node takes its own listener away with the parser, and an error that nobody hears ends the process.
  socket.on('error', ignore);
  const parsers = socket.rawListeners('data');
  // A listener of ours takes the socket back from the parser, which reads it below JavaScript.
  socket.on('data', ignore);
  // Types know listeners as mere functions.
  for (const listener of parsers) socket.off('data', listener as () => void);
  socket.pause();
}

/**
 * Sends the last bytes and closes the connection: first our side alone, while what the sender still has
 * under way is read and thrown away. Closing both sides at once would reset the connection, and the sender
 * would never read the answer (RFC 9112, 9.6). Whoever goes on sending is cut off, by time and by bytes.
 */
export function closeLingering(socket: Socket, longest: number, lastBytes = ''): void {
  if (!closing.has(socket)) stopParsing(socket);
  // Ended before: by us, or by an answer that was the last one on its connection.
  if (!socket.writable) return;
  let left = mostDiscarded;
  socket.on('data', (piece: Uint8Array) => {
    left -= piece.length;
    if (left < 0) socket.destroy();
    if (piece.length < largePiece) return;
    socket.pause();
    setTimeout(() => socket.resume(), restBetweenPieces);
  });
  // Once both sides are closed the socket destroys itself.
  socket.setTimeout(longestSilence, () => socket.destroy());
  const cut = setTimeout(() => socket.destroy(), longest);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(lastBytes);
}

/** Does it with the response's socket, in the response's turn: after the answers that are due before it. */
export function inTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  const { socket } = response;
  if (socket !== null) act(socket);
  // What has been written to the response reaches the socket right after this event.
  else response.once('socket', (given: Socket) => process.nextTick(act, given));
}

function ignore(): void {}
