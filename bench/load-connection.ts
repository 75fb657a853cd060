import { connect, type Socket } from 'node:net';

/**
 * A connection of the load generator: writes a request, gives the status of its answer. It reads into one
 * buffer of its own and parses little more than the length, so that it costs less than the measured server.
 */
export class LoadConnection {
  readonly #socket: Socket;
  #answered: ((status: number) => void) | undefined;
  /** The part of an answer that is not whole yet. */
  #partial = '';

  static open(host: string, port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const connection: LoadConnection = new LoadConnection(host, port, () => resolve(connection));
      connection.#socket.once('error', reject);
    });
  }

  private constructor(host: string, port: number, connected: () => void) {
    const buffer = Buffer.allocUnsafe(16 * 1024);
    this.#socket = connect(
      {
        host,
        port,
        noDelay: true,
        onread: { buffer, callback: (size) => this.#read(buffer.toString('latin1', 0, size)) },
      },
      connected,
    );
    // Status 0 stands for no answer at all.
    this.#socket.on('close', () => this.#settle(0));
  }

  /** Resolves with the status of the answer; 0 if the server closed instead. */
  exchange(bytes: Buffer): Promise<number> {
    this.#socket.write(bytes);
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#socket.destroyed) this.#settle(0);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): boolean {
    this.#partial += text;
    const headEnd = this.#partial.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(this.#partial)?.[1];
    if (headEnd >= 0 && this.#partial.length >= headEnd + 4 + Number(length)) {
      const status = Number(this.#partial.slice(9, 12));
      this.#partial = '';
      this.#settle(status);
    }
    return true;
  }

  #settle(status: number): void {
    this.#answered?.(status);
    this.#answered = undefined;
  }
}
