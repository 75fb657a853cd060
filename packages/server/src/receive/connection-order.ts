import type { HttpRequest } from '../connections/exchange.ts';

type Socket = HttpRequest['socket'];

/** So many requests may wait behind another one of their connection. */
const mostWaitingRequests = 1000;

interface ConnectionTurns {
  last: Promise<void>;
  waiting: number;
}

/**
 * Hands over the requests that were pipelined on one connection (RFC 9112, 9.3.2) in their order, even if an
 * earlier one takes longer than a later one. Most connections have one request at a time and cost nothing
 * here. To be used once a body is whole: the bodies of one connection arrive in order.
 */
export class ConnectionOrder {
  readonly #turns = new Map<Socket, ConnectionTurns>();

  /** Whether earlier requests of this connection are still to be handed over. */
  isBusy(socket: Socket): boolean {
    return this.#turns.size > 0 && this.#turns.has(socket);
  }

  /**
   * Runs `work` after all works given before; later ones wait until its promise settles. It must not reject.
   * False, and nothing is run, if too many wait already.
   */
  run(socket: Socket, work: () => Promise<void>): boolean {
    const turns = this.#turns.get(socket);
    if (turns === undefined) {
      const first: ConnectionTurns = { last: work(), waiting: 0 };
      this.#turns.set(socket, first);
      void this.#end(socket, first, first.last);
      return true;
    }
    if (turns.waiting === mostWaitingRequests) return false;
    turns.waiting += 1;
    turns.last = turns.last.then(() => {
      turns.waiting -= 1;
      return work();
    });
    void this.#end(socket, turns, turns.last);
    return true;
  }

  async #end(socket: Socket, turns: ConnectionTurns, turn: Promise<void>): Promise<void> {
    await turn;
    if (turns.last === turn) this.#turns.delete(socket);
  }
}
