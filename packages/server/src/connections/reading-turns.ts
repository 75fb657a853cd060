import type { Socket } from 'node:net';

interface Held {
  readonly socket: Socket;
  hold(): void;
  letGo(): void;
}

/** One connection reads on after so long. */
const turnMs = 50;

/** Connections that wait, in the order of their turns. */
const waiting = new Set<Held>();

/**
 * Nothing more is read of this connection until it is its turn: what it sends takes many times the time of others, who get theirs between
 * two turns.
 */
export function readInTurn(connection: Held): void {
  if (waiting.has(connection) || connection.socket.isPaused()) return;
  connection.hold();
  waiting.add(connection);
  if (waiting.size === 1) setTimeout(readNext, turnMs);
}

function readNext(): void {
  for (const connection of waiting) {
    waiting.delete(connection);
    if (connection.socket.destroyed) continue;
    connection.letGo();
    break;
  }
  if (waiting.size > 0) setTimeout(readNext, turnMs);
}
