import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../accounts/public.ts';
import type { Metrics } from '../metrics.ts';
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
 * networks that have many. Streams are admitted only while many are free, so they are never closed for that.
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

  /** Whether that share of all descriptors is free, or becomes so without idle connections of those who have many. */
  hasFree(share: number): boolean {
    const wanted = share * this.limit;
    if (this.#descriptors.free >= wanted) return true;
    this.#warn();
    const greedy = this.#greedy();
    while (this.#descriptors.free < wanted) {
      const idle = this.#idleOf(greedy);
      if (idle === undefined) return false;
      this.#close(idle, 'idle');
    }
    return true;
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

  /** Networks that have many make room first, whatever the others leave unused. */
  #makeRoom(): void {
    this.#warn();
    const greedy = this.#greedy();
    const networks = greedy.length > 0 ? greedy : [...this.#byNetwork.values()].sort(largestFirst);
    const idle = this.#idleOf(networks);
    if (idle !== undefined) return this.#close(idle, 'idle');
    if (this.#descriptors.free >= lastReserve * this.limit) return;
    const [oldest] = greedy[0] ?? [];
    if (oldest !== undefined) this.#close(oldest, 'busy');
  }

  /** The connections of networks that have many, those with the most first. */
  #greedy(): Set<Socket>[] {
    const many = greedyShare * this.limit;
    return [...this.#byNetwork.values()].filter(({ size }) => size >= many).sort(largestFirst);
  }

  #idleOf(networks: readonly Set<Socket>[]): Socket | undefined {
    for (const sockets of networks) {
      for (const socket of sockets) if (this.#isIdle(socket)) return socket;
    }
    return undefined;
  }

  /** Whether it is kept alive between two requests, or the head of the first one takes long. */
  #isIdle(socket: Socket): boolean {
    if (isSilent(socket)) return performance.now() - (this.#open.get(socket) ?? 0) > firstSilence;
    return busyWith(socket) === null;
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

/** Types lack the response that a connection is busy with; Node's own `closeIdleConnections` goes by it. */
function busyWith(socket: Socket): ServerResponse | null | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
}

/** Whether no head of a request has come on it yet. */
function isSilent(socket: Socket): boolean {
  return busyWith(socket) === undefined;
}

function largestFirst(one: Set<Socket>, other: Set<Socket>): number {
  return other.size - one.size;
}

/** The peer's, which is a proxy's where there is one. */
function networkOfSocket({ remoteAddress = '' }: Socket): string {
  return networkOf(remoteAddress.replace(/^::ffff:(?=.*\.)/, ''));
}
