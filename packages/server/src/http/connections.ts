import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../accounts/public.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { Descriptors } from './descriptors.ts';

/** Below these shares of the limit idle connections are closed, and then busy ones of whoever has most. */
const idleReserve = 1 / 8;
const lastReserve = 1 / 32;
/** A network with fewer connections than this share of the limit is not the reason why there are too many. */
const greedyShare = 1 / 8;

/** How long, in milliseconds, a new connection may say nothing before it counts as idle. */
const firstSilence = 1000;

/** How often, in milliseconds, the log says that descriptors run short. */
const warningInterval = 60_000;

/**
 * The connections of the server, and room for more: without a free descriptor the next sender would be turned
 * away, whoever it is. So that captures always get their connection, some are kept free: while there are
 * few, each new connection closes an idle one (kept alive, or no whole head has come for a while) of the
 * network that has most. Streams are admitted only while many are free, so they are never closed for that.
 */
export class Connections {
  readonly #descriptors: Descriptors;
  readonly #metrics: Pick<Metrics, 'connectionsClosed'>;
  readonly #log: Pick<Logger, 'warn'>;
  /** With the time of `performance.now()` when each was opened. */
  readonly #open = new Map<Socket, number>();
  /** By network, the oldest first; without those that are kept. */
  readonly #byNetwork = new Map<string, Set<Socket>>();
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** `limit`: how many descriptors the process may have. */
  constructor(
    limit: number,
    { metrics, log }: { metrics: Pick<Metrics, 'connectionsClosed'>; log: Pick<Logger, 'warn'> },
  ) {
    this.#descriptors = new Descriptors(limit, () => this.#open.size);
    this.#metrics = metrics;
    this.#log = log;
  }

  /** How many descriptors the process may have. */
  get limit(): number {
    return this.#descriptors.limit;
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket));
    server.once('listening', () => this.#descriptors.startCounting());
    server.once('close', () => this.#descriptors.stopCounting());
  }

  /** This connection is in use as long as it is open: it is never closed to make room. */
  keep(socket: Socket): void {
    this.#forget(networkOfSocket(socket), socket);
  }

  /** Whether that share of all descriptors is free, or becomes so without idle connections. */
  hasFree(share: number): boolean {
    const wanted = share * this.limit;
    if (this.#descriptors.free >= wanted) return true;
    this.#warn();
    for (const [, sockets] of this.#greediestFirst()) {
      for (const socket of sockets) {
        if (!this.#isIdle(socket)) continue;
        this.#close(socket, 'idle');
        if (this.#descriptors.free >= wanted) return true;
      }
    }
    return false;
  }

  #add(socket: Socket): void {
    const network = networkOfSocket(socket);
    const sockets = this.#byNetwork.get(network);
    if (sockets === undefined) this.#byNetwork.set(network, new Set([socket]));
    else sockets.add(socket);
    this.#open.set(socket, performance.now());
    socket.once('close', () => this.#remove(network, socket));
    if (this.#descriptors.free < idleReserve * this.limit) this.#makeRoom();
  }

  #makeRoom(): void {
    this.#warn();
    const networks = this.#greediestFirst();
    for (const [, sockets] of networks) {
      for (const socket of sockets) {
        if (this.#isIdle(socket)) return this.#close(socket, 'idle');
      }
    }
    if (this.#descriptors.free >= lastReserve * this.limit) return;
    const [oldest] = networks[0]?.[1] ?? [];
    const isGreedy = (networks[0]?.[1].size ?? 0) >= greedyShare * this.limit;
    if (isGreedy && oldest !== undefined) this.#close(oldest, 'busy');
  }

  #greediestFirst(): [string, Set<Socket>][] {
    return [...this.#byNetwork].sort(([, one], [, other]) => other.size - one.size);
  }

  /** Whether it is kept alive between two requests, or the head of the first one takes long. */
  #isIdle(socket: Socket): boolean {
    // Types lack the response that a connection is busy with; Node's own `closeIdleConnections` goes by it.
    const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (_httpMessage !== undefined) return _httpMessage === null;
    return performance.now() - (this.#open.get(socket) ?? 0) > firstSilence;
  }

  #close(socket: Socket, reason: 'idle' | 'busy'): void {
    this.#metrics.connectionsClosed.inc({ reason });
    this.#remove(networkOfSocket(socket), socket);
    // Its descriptor is free when this returns.
    socket.destroy();
  }

  #remove(network: string, socket: Socket): void {
    this.#open.delete(socket);
    this.#forget(network, socket);
  }

  #forget(network: string, socket: Socket): void {
    const sockets = this.#byNetwork.get(network);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byNetwork.delete(network);
  }

  #warn(): void {
    const now = performance.now();
    if (now - this.#warnedAt < warningInterval) return;
    this.#warnedAt = now;
    const { free, limit } = this.#descriptors;
    this.#log.warn(
      { free, limit, connections: this.#open.size },
      'File descriptors run short: idle connections are closed and live streams refused. Raise `ulimit -n`.',
    );
  }
}

/** The peer's, which is a proxy's where there is one. */
function networkOfSocket({ remoteAddress = '' }: Socket): string {
  return networkOf(remoteAddress.replace(/^::ffff:(?=.*\.)/, ''));
}
