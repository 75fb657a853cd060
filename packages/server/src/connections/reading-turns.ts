import type { Socket } from 'node:net';
import { networkOf } from './client-address.ts';

interface Held {
  readonly socket: Socket;
  hold(): void;
  letGo(): void;
}

/** One connection reads on after so long. */
const turnMs = 50;

/** Connections that wait, by network, in the order of their turns. */
const waiting = new Map<string, Set<Held>>();

/**
 * Nothing more is read of this connection until it is its turn: what it sends takes many times the time of others, who get theirs between
 * two turns. Networks take turns, so that many connections of one hold up none of another.
 */
export function readInTurn(connection: Held): void {
  if (connection.socket.isPaused()) return;
  const network = networkOf(connection.socket.remoteAddress ?? '');
  const ofNetwork = waiting.get(network) ?? new Set();
  if (ofNetwork.has(connection)) return;
  connection.hold();
  ofNetwork.add(connection);
  if (waiting.size === 0) setTimeout(readNext, turnMs);
  waiting.set(network, ofNetwork);
}

function readNext(): void {
  for (const [network, connections] of waiting) {
    waiting.delete(network);
    const next = firstOpen(connections);
    if (connections.size > 0) waiting.set(network, connections);
    if (next === undefined) continue;
    next.letGo();
    break;
  }
  if (waiting.size > 0) setTimeout(readNext, turnMs);
}

/** Takes out the first whose socket is open, and those before it. */
function firstOpen(connections: Set<Held>): Held | undefined {
  for (const connection of connections) {
    connections.delete(connection);
    if (!connection.socket.destroyed) return connection;
  }
  return undefined;
}
