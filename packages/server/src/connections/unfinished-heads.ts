import type { Connection } from './connection.ts';
import { mostHeadBytes } from './head-scanner.ts';

/**
 * The heads of requests that are not whole may have so many bytes. In thousands of very short headers a head takes some
 * five times as much memory.
 */
export const mostUnfinishedBytes = 24 * 1024 * 1024;
/** Fewer connections cannot hold that much together, nor half of it. */
const fewConnections = mostUnfinishedBytes / mostHeadBytes / 2;
export const lookEveryMs = 250;

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
