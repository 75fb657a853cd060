import type { Socket } from 'node:net';
import { keepAddress } from './client-address.ts';
import { type ClientTimes, Connection, type ConnectionOptions } from './connection.ts';

/** Connections are looked at so often, to find requests that take too long to arrive. */
const lookEveryMs = 2000;

export const defaultClientTimes: ClientTimes = {
  headersMs: 15_000,
  wholeRequestMs: 60_000,
  idleMs: 30_000,
};

/** The one HTTP server. It makes a connection of each socket that it is given (`listener.ts`). */
export class HttpServer {
  readonly #options: ConnectionOptions;
  readonly #came: (connection: Connection) => void;
  readonly #open = new Set<Connection>();
  readonly #looks: NodeJS.Timeout;
  #isStopping = false;

  /** @param came hears of each new connection */
  constructor(
    options: Omit<ConnectionOptions, 'ended' | 'keeps'>,
    came: (connection: Connection) => void,
  ) {
    this.#options = {
      ...options,
      ended: (connection) => this.#open.delete(connection),
      keeps: () => !this.#isStopping,
    };
    this.#came = came;
    const { headersMs, wholeRequestMs } = options.times;
    const lookMs = Math.min(lookEveryMs, headersMs / 4, wholeRequestMs / 4);
    this.#looks = setInterval(() => this.#look(), lookMs).unref();
  }

  accept(socket: Socket): void {
    keepAddress(socket);
    const connection = new Connection(socket, this.#options);
    this.#open.add(connection);
    this.#came(connection);
  }

  /** Closes all connections on which nothing is under way, and from now on each once nothing is. */
  stop(): void {
    this.#isStopping = true;
    for (const connection of this.#open) if (connection.isIdle) connection.socket.destroy();
  }

  closeAll(): void {
    for (const { socket } of this.#open) socket.destroy();
  }

  /** All connections are closed. */
  close(): void {
    clearInterval(this.#looks);
  }

  #look(): void {
    const now = performance.now();
    for (const connection of this.#open) connection.checkTime(now);
  }
}
