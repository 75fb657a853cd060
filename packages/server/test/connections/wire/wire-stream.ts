import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** What an HTTP server needs of a connection, without a network: what is emitted as `data` has come, what is written is kept. */
export class WireStream extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly localPort = 80;
  /** Everything that was written, with a character for each byte. */
  written = '';

  constructor() {
    super({ autoDestroy: true, decodeStrings: true });
    this.on('error', () => undefined);
  }

  get asSocket(): Socket {
    // It has all that servers use of one.
    return this as unknown as Socket;
  }

  override _read(): void {}

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.written += piece.toString('latin1');
    done();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}
