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

/** What becomes of a connection between its last answer and its end. */
export class Lingering {
  readonly #socket: Socket;
  readonly #cut: NodeJS.Timeout;
  #left = mostDiscardedBytes;

  constructor(socket: Socket, longestMs: number) {
    this.#socket = socket;
    socket.setTimeout(longestSilenceMs);
    this.#cut = setTimeout(() => socket.destroy(), longestMs);
  }

  /** So many bytes came, and are thrown away. */
  came(bytes: number): void {
    const socket = this.#socket;
    this.#left -= bytes;
    if (this.#left < 0) socket.destroy();
    if (bytes < largePieceBytes) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseAfterPieceMs);
  }

  /** The connection is closed. */
  end(): void {
    clearTimeout(this.#cut);
  }
}
