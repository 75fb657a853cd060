import type { Socket } from 'node:net';
import { Shares } from './shares.ts';

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
 * many in one packet and read none. Once they are too many, connections of the party that has most are closed.
 */
export class UnsentBodies {
  readonly #shares = new Shares(mostUnsentBytes);

  get held(): number {
    return this.#shares.held;
  }

  /** Counts so many bytes until the answer is sent or its connection closed. */
  count(response: SentAnswer, party: number, bytes: number): void {
    const { socket } = response.req;
    if (bytes < leastCountedBytes || socket.destroyed) return;
    const share = this.#shares.take(party, bytes, () => socket.destroy());
    if (share === undefined) return void socket.destroy();
    const release = (): void => {
      socket.off('close', release);
      share.release();
    };
    // A response that waits for its turn on a closed connection has no event of its own.
    response.onceSent(release);
    // A connection may have any number of answers that wait.
    if (socket.getMaxListeners() !== 0) socket.setMaxListeners(0);
    socket.once('close', release);
  }
}
