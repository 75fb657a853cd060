import type { Socket } from 'node:net';
import { mostHeadBytes } from './http-server.ts';

/**
 * The heads of requests that are not whole may have so many bytes. In thousands of very short headers a head takes some
 * five times as much memory.
 */
export const mostUnfinishedBytes = 24 * 1024 * 1024;
/** Fewer connections cannot hold that much together, nor half of it. */
const fewConnections = mostUnfinishedBytes / mostHeadBytes / 2;
export const lookEveryMs = 250;

interface Seen {
  /** The bytes of the connection up to which nothing is unfinished. */
  whole: number;
  bytes: number;
  /** The number of looks since more came. */
  quiet: number;
}

/** A head that is not whole by then is refused (`http-server.ts`), so nothing is. */
const quietLooks = 60_000 / lookEveryMs;

/**
 * Finds connections whose heads are not whole and take too much memory together. The parser keeps what has come of them,
 * and tells nobody, so they are told by the bytes of their connections: those since the latest request, or more.
 */
export class UnfinishedHeads {
  readonly #seen = new WeakMap<Socket, Seen>();

  /**
   * The connections to close, so that those that are left have little enough: of the network that has most, the newest.
   * @param byNetwork all connections on which requests may come, the oldest first
   * @param isBusy whether a request of the connection is under way
   */
  tooMany(byNetwork: Iterable<ReadonlySet<Socket>>, isBusy: (socket: Socket) => boolean): Socket[] {
    let total = 0;
    const networks: { bytes: number; sockets: { socket: Socket; bytes: number }[] }[] = [];
    for (const all of byNetwork) {
      const network = { bytes: 0, sockets: [] as { socket: Socket; bytes: number }[] };
      for (const socket of all) {
        const bytes = this.#bytesOf(socket, isBusy(socket));
        if (bytes === 0) continue;
        network.sockets.push({ socket, bytes });
        network.bytes += bytes;
      }
      total += network.bytes;
      networks.push(network);
    }
    const closed: Socket[] = [];
    while (total > mostUnfinishedBytes) {
      const heaviest = networks.reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const newest = heaviest.sockets.pop();
      if (newest === undefined) break;
      heaviest.bytes -= newest.bytes;
      total -= newest.bytes;
      closed.push(newest.socket);
    }
    return closed;
  }

  #bytesOf(socket: Socket, isBusy: boolean): number {
    const { bytesRead } = socket;
    if (bytesRead === 0) return 0;
    const seen = this.#seen.get(socket) ?? { whole: 0, bytes: 0, quiet: 0 };
    seen.quiet = seen.bytes === bytesRead ? seen.quiet + 1 : 0;
    seen.bytes = bytesRead;
    if (isBusy || seen.quiet > quietLooks) seen.whole = bytesRead;
    this.#seen.set(socket, seen);
    return Math.min(bytesRead - seen.whole, mostHeadBytes);
  }
}

/** Whether so few connections are no matter. */
export function areFew(connections: number): boolean {
  return connections < fewConnections;
}
