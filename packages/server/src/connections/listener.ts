import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net';

/**
 * In each turn of the event loop libuv accepts one connection of a listening socket (1.52): with turns of 20 ms, in which
 * others get their answers, new senders would have to share 50 connections a second. So many sockets listen on the port.
 */
const listeningSockets = 16;

/** Only there the kernel spreads the connections of one port over several sockets. */
const canShare = process.platform === 'linux';

/** Listens for connections, on several sockets where that is possible. */
export class Listener {
  readonly #accept: (socket: Socket) => void;
  readonly #servers: Server[] = [];

  /** @param accept gets each connection; it has to end its side itself, whether the peer has ended its own or not */
  constructor(accept: (socket: Socket) => void) {
    this.#accept = accept;
  }

  /**
   * Resolves with the port once connections are accepted.
   * @param port 0: one that is free
   * @throws {Error} with the code of the system, if the address is in use or none of this machine
   */
  async listen({ host, port }: { host: string; port: number }): Promise<number> {
    if (!canShare) return await listening(this.#server(), { host, port });
    // Sockets that share a port share it with those of other processes too: one that does not share fails if there are some.
    if (port !== 0) await tryAlone({ host, port });
    const chosen = await listening(this.#server(), { host, port, reusePort: true });
    while (this.#servers.length < listeningSockets) {
      await listening(this.#server(), { host, port: chosen, reusePort: true });
    }
    return chosen;
  }

  /** Listens at one more port, a free one that only this machine reaches, and resolves with it. */
  async listenWithin(): Promise<number> {
    return await listening(this.#server(), { host: '127.0.0.1', port: 0 });
  }

  #server(): Server {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, this.#accept);
    this.#servers.push(server);
    return server;
  }

  /** Accepts no more connections. Resolves once all are closed. */
  async close(): Promise<void> {
    const servers = this.#servers.filter((server) => server.listening);
    const closed = servers.map((server) => once(server, 'close'));
    for (const server of servers) server.close();
    await Promise.all(closed);
  }
}

async function listening(server: Server, options: ListenOptions): Promise<number> {
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
