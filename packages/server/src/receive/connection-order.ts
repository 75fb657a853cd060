import type { IncomingMessage } from 'node:http';

type Socket = IncomingMessage['socket'];

/** So many requests may wait behind one of their own connection. */
const mostWaiting = 1000;

interface Turns {
  last: Promise<void>;
  waiting: number;
}

/**
 * Requests that were pipelined on one connection (RFC 9112, 9.3.2) are handed over in their order, also where
 * an earlier one takes longer than those behind it. Most connections have one request at a time and cost
 * nothing here. To be asked once a body is whole: bodies of one connection are in their order.
 */
export class ConnectionOrder {
  readonly #turns = new Map<Socket, Turns>();
  readonly #latest = new WeakMap<Socket, Promise<void>>();

  /** Notes what was handed over last; the promise settles once that is stored or refused, and does not reject. */
  handedOver(socket: Socket, settled: Promise<void>): void {
    this.#latest.set(socket, settled);
  }

  /** Settles with what was handed over last. */
  settled(socket: Socket): Promise<void> | undefined {
    return this.#latest.get(socket);
  }

  /** Whether something earlier on this connection is still to be handed over. */
  isBusy(socket: Socket): boolean {
    return this.#turns.size > 0 && this.#turns.has(socket);
  }

  /**
   * Runs `work` after all that was given before it, and before all that comes until its promise settles. It must
   * not reject. False, and nothing is run, where too many wait already.
   */
  run(socket: Socket, work: () => Promise<void>): boolean {
    const turns = this.#turns.get(socket);
    if (turns === undefined) {
      const first: Turns = { last: work(), waiting: 0 };
      this.#turns.set(socket, first);
      void this.#end(socket, first, first.last);
      return true;
    }
    if (turns.waiting === mostWaiting) return false;
    turns.waiting += 1;
    turns.last = turns.last.then(() => {
      turns.waiting -= 1;
      return work();
    });
    void this.#end(socket, turns, turns.last);
    return true;
  }

  async #end(socket: Socket, turns: Turns, turn: Promise<void>): Promise<void> {
    await turn;
    if (turns.last === turn) this.#turns.delete(socket);
  }
}
