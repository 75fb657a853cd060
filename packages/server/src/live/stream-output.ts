import type { Socket } from 'node:net';
import { Tally } from '../fairness/tally.ts';

/** Texts up to this many bytes may always be written: a stream that holds one costs little more than its connection. */
export const smallTextBytes = 4 * 1024;

/** The most that a stream gets at once while much is held. */
const mediumTextBytes = 64 * 1024;

const mebibyte = 1024 * 1024;

interface Bounds {
  /** While less is held, texts may be of any size. */
  ampleBytes: number;
  /** While less is held, they may be medium. */
  mostBytes: number;
}

const everybody: Bounds = { ampleBytes: 16 * mebibyte, mostBytes: 32 * mebibyte };
const oneParty: Bounds = { ampleBytes: 4 * mebibyte, mostBytes: 8 * mebibyte };

/**
 * The texts that sockets of live streams have yet to take. A reader that stalls holds the text that it was given
 * last: that cannot be taken back, and its stream stays open. So the more is held, the less each stream gets at
 * once. However many readers stall, all of them together hold 32 MiB and a small text each, and those of one party
 * (`fairness/parties.ts`) take nothing away from the streams of another before that.
 */
export class HeldTexts {
  /** A text that many streams hold is in memory once, and counts for the party of the first. */
  readonly #holders = new Map<Uint8Array, { party: number; streams: number }>();
  readonly #byParty = new Tally<number>();

  get bytes(): number {
    return this.#byParty.total;
  }

  /** The size that the next text for a stream of the party may have. */
  roomBytes(party: number): number {
    const ofParty = this.#byParty.of(party);
    if (ofParty < oneParty.ampleBytes && this.bytes < everybody.ampleBytes) {
      return Number.POSITIVE_INFINITY;
    }
    return ofParty < oneParty.mostBytes && this.bytes < everybody.mostBytes
      ? mediumTextBytes
      : smallTextBytes;
  }

  /** A stream was given the text. */
  hold(party: number, text: Uint8Array): void {
    if (text.length <= smallTextBytes) return;
    const holders = this.#holders.get(text);
    if (holders !== undefined) {
      holders.streams += 1;
      return;
    }
    this.#holders.set(text, { party, streams: 1 });
    this.#byParty.add(party, text.length);
  }

  /** The stream's socket has taken it, or is gone. */
  release(text: Uint8Array): void {
    const holders = this.#holders.get(text);
    if (holders === undefined) return;
    holders.streams -= 1;
    if (holders.streams > 0) return;
    this.#holders.delete(text);
    this.#byParty.add(holders.party, -text.length);
  }
}

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
