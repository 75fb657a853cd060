import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net';
import type { Addresses, TunnelDoor } from '../parts.ts';
import { keepAddress } from './client-address.ts';
import {
  type ClientTimes,
  Connection,
  type ConnectionOptions,
  type Handler,
} from './connection.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { hostName, hostNameOf, isReceiveTarget, originForm } from './request-target.ts';

/** Connections are looked at so often, to find requests that take too long to arrive. */
const lookEveryMs = 2000;

export const defaultClientTimes: ClientTimes = {
  headersMs: 15_000,
  wholeRequestMs: 60_000,
  idleMs: 30_000,
};

/** The one HTTP server. It makes a connection of each socket that it is given (`Listener`). */
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

const servedOnEveryHost = /^\/(healthz|readyz)(?=[?#]|$)/;

/**
 * Sends each request to its plane: `/wh` to the receive plane, all others to the API. If the receive
 * URLs have a host name of their own, that host serves only `/wh` and no other host serves it. What comes through a
 * tunnel gets `/wh` alone as well, which all other hosts go on to serve.
 */
export function splitPlanes(
  addresses: Addresses,
  planes: { receive: Handler; api: Handler; nowhere: Handler },
): Handler {
  // Both are set at the first request: without a tunnel the addresses are final by then.
  let receiveHost: string | undefined;
  let separate: boolean | undefined;

  function isElsewhere(request: HttpRequest, isReceive: boolean): boolean {
    const { tunnel } = addresses;
    if (tunnel !== undefined) return !isReceive && isThroughTunnel(request, tunnel);
    receiveHost ??= hostName(addresses.receiveBase);
    separate ??= receiveHost !== hostName(addresses.base);
    return separate && (hostNameOf(request) === receiveHost) !== isReceive;
  }

  return (request: HttpRequest, response: HttpResponse) => {
    const target = request.url;
    const isReceive = isReceiveTarget(target);
    if (isElsewhere(request, isReceive) && !servedOnEveryHost.test(originForm(target))) {
      planes.nowhere(request, response);
      return;
    }
    if (isReceive) planes.receive(request, response);
    else planes.api(request, response);
  };
}

/**
 * Whether a request came through the tunnel. The port proves it, whatever host the sender names: some tunnels pass on any. The
 * host counts as well, for a tunnel that leads to the service's usual port.
 */
function isThroughTunnel(request: HttpRequest, { port, host }: TunnelDoor): boolean {
  return request.socket.localPort === port || (host !== undefined && hostNameOf(request) === host);
}

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
