import { Socket } from 'node:net';

/** The sockets of a store's connections, so that all of them can be cut when nothing else helps. */
export class Sockets {
  readonly #open = new Set<Socket>();
  isCut = false;

  /** For `pg`, which connects it. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.isCut) socket.destroy();
    return socket;
  };

  /** Cuts all connections: questions under way are rejected, and no new connection is made. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.#open) socket.destroy();
  }
}
