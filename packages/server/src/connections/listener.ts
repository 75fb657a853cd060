import { once } from 'node:events';
import type { Server } from 'node:http';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server as NetServer,
} from 'node:net';

/**
 * In each turn of the event loop libuv accepts one connection of a listening socket (1.52): with turns of 20 ms, in which
 * others get their answers, new senders would have to share 50 connections a second. So many sockets listen on the port.
 */
const listeningSockets = 16;

/** Only there the kernel spreads the connections of one port over several sockets. */
const canShare = process.platform === 'linux';

/** Listens for an HTTP server, on several sockets where that is possible. */
export class Listener {
  readonly #server: Server;
  readonly #others: NetServer[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Resolves with the port once connections are accepted.
   * @param port 0: one that is free
   * @throws {Error} with the code of the system, if the address is in use or none of this machine
   */
  async listen({ host, port }: { host: string; port: number }): Promise<number> {
    if (!canShare) return await listening(this.#server, { host, port });
    // Sockets that share a port share it with those of other processes too: one that does not share fails if there are some.
    if (port !== 0) await tryAlone({ host, port });
    const chosen = await listening(this.#server, { host, port, reusePort: true });
    while (this.#others.length < listeningSockets - 1) {
      await listening(this.#other(), { host, port: chosen, reusePort: true });
    }
    return chosen;
  }

  /** Listens at one more port, a free one that only this machine reaches, and resolves with it. */
  async listenWithin(): Promise<number> {
    return await listening(this.#other(), { host: '127.0.0.1', port: 0 });
  }

  #other(): NetServer {
    // As an HTTP server makes its own.
    const other = createServer({ allowHalfOpen: true, noDelay: true });
    other.on('connection', (socket) => this.#server.emit('connection', socket));
    this.#others.push(other);
    return other;
  }

  /** Accepts no more connections. Resolves once all are closed. */
  async close(): Promise<void> {
    const servers = [this.#server, ...this.#others].filter((server) => server.listening);
    const closed = servers.map((server) => once(server, 'close'));
    for (const server of servers) server.close();
    await Promise.all(closed);
  }
}

async function listening(server: NetServer, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  return (server.address() as AddressInfo).port;
}

async function tryAlone(options: ListenOptions): Promise<void> {
  const server = createServer();
  await listening(server, options);
  server.close();
  await once(server, 'close');
}
