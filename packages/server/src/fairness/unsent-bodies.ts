import type { Socket } from 'node:net';
import { SharedLimit } from './shared-limit.ts';

/** An answer, which tells when it was sent. */
interface SentAnswer {
  readonly req: { readonly socket: Socket };
  onceSent(told: () => void): void;
}

/** Smaller bodies are not counted. */
const leastCountedBytes = 4 * 1024;
/** The bodies of answers that their senders have not taken yet may hold so much in memory. */
const mostUnsentBytes = 64 * 1024 * 1024;

/**
 * Bodies of answers that their senders do not take, and the values for those that wait behind them: a sender may ask for
 * many in one packet and read none. Once a party has too many, or all have, the connection of the next one is closed.
 */
export class UnsentBodies {
  readonly #limit = new SharedLimit(mostUnsentBytes);

  get held(): number {
    return this.#limit.held;
  }

  /** Counts so many bytes until the answer is sent or its connection closed. */
  count(response: SentAnswer, party: number, bytes: number): void {
    const { socket } = response.req;
    if (bytes < leastCountedBytes || socket.destroyed) return;
    const lease = this.#limit.take(party, bytes);
    if (lease === undefined) return void socket.destroy();
    const release = (): void => {
      socket.off('close', release);
      lease.release();
    };
    // A response that waits for its turn on a closed connection has no event of its own.
    response.onceSent(release);
    // A connection may have any number of answers that wait.
    if (socket.getMaxListeners() !== 0) socket.setMaxListeners(0);
    socket.once('close', release);
  }
}
