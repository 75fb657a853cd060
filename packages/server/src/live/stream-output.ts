import type { Socket } from 'node:net';
import { smallTextBytes } from './held-texts.ts';

/** The destination of a stream's body: the response, or its socket alone. */
export interface StreamOutput {
  readonly closed: boolean;
  readonly destroyed: boolean;
  /** The bytes that the socket has yet to take. */
  readonly writableLength: number;
  readonly socket: Pick<Socket, 'end'> | null;
  /** `taken` is called when the socket has taken the text, or never will. */
  write(text: Uint8Array, taken?: () => void): unknown;
  end(taken: () => void): unknown;
  destroy(): unknown;
  /** Comes once. A listener of `once` would take 170 bytes more for as long as the stream is open. */
  on(event: 'close', listener: () => void): unknown;
}

/** The rest of an answer in chunks (RFC 9112, 7.1), without the response object that Node would keep for it. */
export class ChunkedOutput implements StreamOutput {
  readonly socket: Socket;
  readonly #onEnd: () => void;

  /** `onEnd` is called once the socket has taken the end of the answer. */
  constructor(socket: Socket, onEnd: () => void) {
    this.socket = socket;
    this.#onEnd = onEnd;
  }

  get closed(): boolean {
    return this.socket.closed;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  get writableLength(): number {
    return this.socket.writableLength;
  }

  write(text: Uint8Array, taken?: () => void): void {
    const { socket } = this;
    // A chunk of no bytes would be the end of the answer.
    if (text.length === 0) {
      if (taken !== undefined) socket.write(text, taken);
      return;
    }
    if (text.length <= smallTextBytes) {
      socket.write(chunkOf(text), taken);
      return;
    }
    // A large text is not copied, since many streams may hold it.
    socket.cork();
    socket.write(sizeLine(text), 'latin1');
    socket.write(text);
    socket.write(lineEnd, taken);
    socket.uncork();
  }

  end(taken: () => void): void {
    this.socket.write(noMore, (error) => {
      if (error == null) this.#onEnd();
      taken();
    });
    this.socket.destroySoon();
  }

  destroy(): void {
    this.socket.destroy();
  }

  on(event: 'close', listener: () => void): void {
    this.socket.on(event, listener);
  }
}

const lineEnd = Buffer.from('\r\n');
const noMore = Buffer.from('0\r\n\r\n');
let lastText: Uint8Array | undefined;
let lastChunk: Uint8Array | undefined;

/** A text as one chunk. Thousands of streams get the same text one after the other: it is made once for all of them. */
function chunkOf(text: Uint8Array): Uint8Array {
  if (text !== lastText || lastChunk === undefined) {
    lastText = text;
    lastChunk = Buffer.concat([Buffer.from(sizeLine(text)), text, lineEnd]);
  }
  return lastChunk;
}

function sizeLine({ length }: Uint8Array): string {
  return `${length.toString(16)}\r\n`;
}
