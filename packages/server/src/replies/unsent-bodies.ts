import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Smaller bodies are not counted. */
const leastCountedBytes = 4 * 1024;
/** The bodies of all accounts that their senders have not taken yet may hold so much, those of one account then so much. */
const mostBytes = 64 * 1024 * 1024;
const alwaysAllowedBytes = 8 * 1024 * 1024;

/**
 * Bodies of answers that their senders do not take, and the values for those that wait behind them: a sender may ask for
 * many in one packet and read none. Once they are too many, the connections of accounts that have many are closed.
 */
export class UnsentBodies {
  readonly #ofAccount = new Map<number, number>();
  #bytes = 0;

  /** Counts so many bytes until the answer is sent or its connection closed. */
  count(response: ServerResponse, accountId: number, bytes: number): void {
    const { socket } = response.req;
    if (bytes < leastCountedBytes || socket.destroyed) return;
    this.#add(accountId, bytes);
    const release = (): void => {
      response.off('finish', release);
      socket.off('close', release);
      this.#add(accountId, -bytes);
    };
    // A response that waits for its turn on a closed connection has no event of its own.
    response.once('finish', release);
    addListener(socket, release);
    const ofAccount = this.#ofAccount.get(accountId) ?? 0;
    if (this.#bytes > mostBytes && ofAccount > alwaysAllowedBytes) socket.destroy();
  }

  #add(accountId: number, bytes: number): void {
    this.#bytes += bytes;
    const ofAccount = (this.#ofAccount.get(accountId) ?? 0) + bytes;
    if (ofAccount > 0) this.#ofAccount.set(accountId, ofAccount);
    else this.#ofAccount.delete(accountId);
  }
}

/** A connection may have any number of answers that wait. */
function addListener(socket: Socket, release: () => void): void {
  if (socket.getMaxListeners() !== 0) socket.setMaxListeners(0);
  socket.once('close', release);
}
