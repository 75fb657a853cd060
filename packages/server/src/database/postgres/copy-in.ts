import type { Connection, Submittable } from 'pg';

type Callback = (error?: Error | null) => void;

/** The head of each piece is `d` and the length, itself included (protocol, CopyData). */
const copyData = 'd'.charCodeAt(0);
const headBytes = 5;
const copyDone = Buffer.from('c\0\0\0\x04', 'latin1');

/**
 * `copy … from stdin` for `pg`: the pieces go to the server as fast as it takes them, and are never put together
 * first. Other statements may stand before it in the same text. `pg` calls the same methods as on its own queries.
 */
export class CopyIn implements Submittable {
  readonly #text: string;
  readonly #pieces: Iterator<Uint8Array>;
  readonly #settled = Promise.withResolvers<void>();
  #isOver = false;
  /** `pg` wraps it, to bound the time. */
  callback: Callback = (error) => {
    this.#isOver = true;
    if (error) this.#settled.reject(error);
    else this.#settled.resolve();
  };

  constructor(text: string, pieces: Iterable<Uint8Array>) {
    this.#text = text;
    this.#pieces = pieces[Symbol.iterator]();
  }

  /** Settles when the server has all, or has refused it. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#sendMore(connection);
  }

  #sendMore(connection: Connection): void {
    const { stream } = connection;
    for (let isTaken = true; isTaken; ) {
      // Refused midway: the server reads the pieces that are on their way and throws them away.
      if (this.#isOver || !stream.writable) return;
      const { value: piece, done } = this.#pieces.next();
      if (done) {
        stream.write(copyDone);
        return;
      }
      isTaken = sendPiece(stream, piece);
    }
    stream.once('drain', () => this.#sendMore(connection));
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

function sendPiece(stream: Connection['stream'], piece: Uint8Array): boolean {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt8(copyData);
  head.writeInt32BE(4 + piece.length, 1);
  stream.cork();
  stream.write(head);
  const isTaken = stream.write(piece);
  stream.uncork();
  return isTaken;
}
