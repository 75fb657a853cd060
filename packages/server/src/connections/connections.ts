import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type Share, Shares } from '../fairness/shares.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from './client-address.ts';
import type { Connection } from './connection.ts';
import { Descriptors } from './descriptors.ts';
import { mostHeadBytes } from './head-scanner.ts';

/** Streams and answers wait on connections only while this share of the limit is free for captures. */
const freeShare = 1 / 4;
/** Idle connections are closed while fewer descriptors than this share of the limit are free. */
const idleReserveShare = 1 / 8;
/** Below this share the network with the most connections loses busy ones too. */
const lastReserveShare = 1 / 32;
/** A network has many connections if it has this share of the limit or more. */
const manyShare = 1 / 8;

/** A new connection may say nothing for so long before it counts as idle. */
const firstSilenceMs = 1000;

/** The log says so often at most that descriptors run short. */
const warningIntervalMs = 60_000;

/**
 * The connections of the server. Without a free descriptor the next sender would be turned away, so some are
 * kept free for captures. While few are free, each new connection closes an idle one (kept alive, or without
 * a whole head for a while) of the networks that have many. Streams and answers that wait are held only while many
 * descriptors are free, so they are never closed for this: parties share what there is for them.
 */
export class Connections {
  readonly #descriptors: Descriptors;
  readonly #metrics: Pick<Metrics, 'connectionsClosed'>;
  readonly #log: Pick<Logger, 'warn'>;
  /** With the time at which each was opened, by `performance.now()`. */
  readonly #open = new Map<Socket, number>();
  readonly #held = new Shares(
    (held) => (this.#hasFree(freeShare) ? Number.POSITIVE_INFINITY : held),
    'newest',
  );
  /** By network, the oldest first; without connections that are kept. */
  readonly #byNetwork = new Map<string, Map<Socket, Connection>>();
  #looks: NodeJS.Timeout | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** The process may have `limit` descriptors. */
  constructor(
    limit: number,
    { metrics, log }: { metrics: Pick<Metrics, 'connectionsClosed'>; log: Pick<Logger, 'warn'> },
  ) {
    this.#descriptors = new Descriptors(limit, () => this.#open.size);
    this.#metrics = metrics;
    this.#log = log;
  }

  /** The number of descriptors that the process may have. */
  get limit(): number {
    return this.#descriptors.limit;
  }

  /** To be called once the server listens. */
  startCounting(): void {
    this.#descriptors.startCounting();
    this.#looks = setInterval(() => this.#closeUnfinished(), lookEveryMs).unref();
  }

  /** To be called once the server is closed. */
  stopCounting(): void {
    this.#descriptors.stopCounting();
    clearInterval(this.#looks);
  }

  #closeUnfinished(): void {
    if (areFew(this.#open.size)) return;
    const byNetwork = [...this.#byNetwork.values()].map((ofNetwork) => ofNetwork.values());
    for (const connection of tooManyUnfinished(byNetwork)) this.#close(connection, 'unfinished');
  }

  /**
   * Keeps the connection: it is in use while it is open, so it is never closed to make room. It may have lost its
   * listeners (`leaveHttp`), but is counted until it closes. Then `closed` is called: at once if it has closed already.
   */
  keep(socket: Socket, closed: () => void): void {
    this.#forget(networkOfSocket(socket), socket);
    if (!this.#open.has(socket)) return closed();
    // A listener of `once`, or a third one of this event, takes some 150 bytes more for as long as it is open.
    socket.on('close', () => {
      this.#open.delete(socket);
      closed();
    });
  }

  /**
   * Holds a connection for long. Where too few descriptors are free, the newest one of whoever holds most gives way.
   * @returns undefined if nobody holds more than the party would
   */
  hold(party: number, giveWay: () => void): Share | undefined {
    return this.#held.take(party, 1, giveWay);
  }

  /** Whether that share of all descriptors is free, if need be by closing idle connections of networks that have many. */
  #hasFree(share: number): boolean {
    const wanted = share * this.limit;
    if (this.#descriptors.free >= wanted) return true;
    this.#warn();
    const crowded = this.#crowded();
    while (this.#descriptors.free < wanted) {
      const idle = this.#idleOf(crowded);
      if (idle === undefined) return false;
      this.#close(idle, 'idle');
    }
    return true;
  }

  add(connection: Connection): void {
    const { socket } = connection;
    const network = networkOfSocket(socket);
    const ofNetwork = this.#byNetwork.get(network);
    if (ofNetwork === undefined) this.#byNetwork.set(network, new Map([[socket, connection]]));
    else ofNetwork.set(socket, connection);
    this.#open.set(socket, performance.now());
    socket.on('close', () => this.#remove(network, socket));
    if (this.#descriptors.free < idleReserveShare * this.limit) this.#makeRoom();
  }

  /** Closes a connection. Networks that have many lose theirs first, even if others have idle ones. */
  #makeRoom(): void {
    this.#warn();
    const crowded = this.#crowded();
    const networks =
      crowded.length > 0 ? crowded : [...this.#byNetwork.values()].sort(largestFirst);
    const idle = this.#idleOf(networks);
    if (idle !== undefined) return this.#close(idle, 'idle');
    if (this.#descriptors.free >= lastReserveShare * this.limit) return;
    const [oldest] = crowded[0]?.values() ?? [];
    if (oldest !== undefined) this.#close(oldest, 'busy');
  }

  /** The connections of each network that has many, the network with the most first. */
  #crowded(): OfNetwork[] {
    const many = manyShare * this.limit;
    return [...this.#byNetwork.values()].filter(({ size }) => size >= many).sort(largestFirst);
  }

  #idleOf(networks: readonly OfNetwork[]): Connection | undefined {
    for (const ofNetwork of networks) {
      for (const connection of ofNetwork.values()) if (this.#isIdle(connection)) return connection;
    }
    return undefined;
  }

  /** Whether it is kept alive between two requests, or waits long for its first one. */
  #isIdle({ socket, isBusy, isSilent }: Connection): boolean {
    if (!isSilent) return !isBusy;
    return performance.now() - (this.#open.get(socket) ?? 0) > firstSilenceMs;
  }

  #close(connection: Connection, reason: 'idle' | 'busy' | 'unfinished'): void {
    const { socket } = connection;
    this.#metrics.connectionsClosed.inc({ reason });
    this.#remove(networkOfSocket(socket), socket);
    connection.tellCutOff();
    // The descriptor is free when this returns.
    socket.destroy();
  }

  #remove(network: string, socket: Socket): void {
    this.#open.delete(socket);
    this.#forget(network, socket);
  }

  #forget(network: string, socket: Socket): void {
    const ofNetwork = this.#byNetwork.get(network);
    ofNetwork?.delete(socket);
    if (ofNetwork?.size === 0) this.#byNetwork.delete(network);
  }

  #warn(): void {
    const now = performance.now();
    if (now - this.#warnedAt < warningIntervalMs) return;
    this.#warnedAt = now;
    const { free, limit } = this.#descriptors;
    this.#log.warn(
      { free, limit, connections: this.#open.size },
      'File descriptors run short: idle connections are closed and live streams refused. Raise `ulimit -n`.',
    );
  }
}

type OfNetwork = ReadonlyMap<Socket, Connection>;

function largestFirst(one: OfNetwork, other: OfNetwork): number {
  return other.size - one.size;
}

/** The network of the peer, which may be a proxy. */
function networkOfSocket({ remoteAddress = '' }: Socket): string {
  return networkOf(remoteAddress.replace(/^::ffff:(?=.*\.)/, ''));
}

/**
 * The heads of requests that are not whole may have so many bytes. In thousands of very short headers a head takes some
 * five times as much memory.
 */
export const mostUnfinishedBytes = 24 * 1024 * 1024;
/** Fewer connections cannot hold that much together, nor half of it. */
const fewConnections = mostUnfinishedBytes / mostHeadBytes / 2;
const lookEveryMs = 250;

/** Whether so few connections are no matter. */
export function areFew(connections: number): boolean {
  return connections < fewConnections;
}

/**
 * The connections to close, so that those that are left have little enough in heads that are not whole: of the network that has most, the newest.
 * @param byNetwork all connections on which requests may come, the oldest first
 */
export function tooManyUnfinished(byNetwork: Iterable<Iterable<Connection>>): Connection[] {
  let total = 0;
  const networks: { bytes: number; held: Connection[] }[] = [];
  for (const all of byNetwork) {
    const held = [...all].filter(({ headBytes }) => headBytes > 0);
    const bytes = held.reduce((sum, { headBytes }) => sum + headBytes, 0);
    total += bytes;
    networks.push({ bytes, held });
  }
  const closed: Connection[] = [];
  while (total > mostUnfinishedBytes) {
    const heaviest = networks.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const newest = heaviest.held.pop();
    if (newest === undefined) break;
    heaviest.bytes -= newest.headBytes;
    total -= newest.headBytes;
    closed.push(newest);
  }
  return closed;
}
