import type { HttpRequest } from '../connections/exchange.ts';

/** The captures of one party that wait to be stored may have so many bytes, or be one. */
export const mostQueuedBytes = 4 * 1024 * 1024;

interface PartyQueue {
  /** Of the captures that the log has. */
  bytes: number;
  /** Whole captures that it gets later, in the order in which they came. */
  waiting: { bytes: number; go: () => void }[];
  /** Requests whose bodies are not read meanwhile. */
  unread: Set<HttpRequest>;
}

/**
 * Bounds the captures of each party (`fairness/parties.ts`) that the log has to store, in bytes. What is beyond waits here if it is whole;
 * bodies that are not whole wait unread, so that they fill no memory.
 */
export class StoreQueue {
  readonly #queues = new Map<number, PartyQueue>();

  /** Takes room if there is some. False, and nothing is done, if the capture has to wait. */
  enterAtOnce(party: number, bytes: number): boolean {
    let queue = this.#queues.get(party);
    if (queue === undefined) {
      queue = { bytes: 0, waiting: [], unread: new Set() };
      this.#queues.set(party, queue);
    } else if (queue.waiting.length > 0 || !hasRoom(queue, bytes)) return false;
    queue.bytes += bytes;
    return true;
  }

  /** Resolves once there is room. `leave` has to follow. */
  async enter(party: number, bytes: number): Promise<void> {
    if (this.enterAtOnce(party, bytes)) return;
    const queue = this.#queues.get(party);
    await new Promise<void>((go) => queue?.waiting.push({ bytes, go }));
  }

  /** Gives the room back. */
  leave(party: number, bytes: number): void {
    const queue = this.#queues.get(party);
    if (queue === undefined) return;
    queue.bytes -= bytes;
    for (let [next] = queue.waiting; next !== undefined; [next] = queue.waiting) {
      if (!hasRoom(queue, next.bytes)) return;
      queue.waiting.shift();
      queue.bytes += next.bytes;
      next.go();
    }
    for (const request of queue.unread) request.resume();
    queue.unread.clear();
    if (queue.bytes === 0) this.#queues.delete(party);
  }

  /** Leaves the rest of a body unread while captures of its party wait. */
  holdBack(party: number, request: HttpRequest): void {
    const queue = this.#queues.get(party);
    if (queue === undefined || queue.waiting.length === 0) return;
    request.pause();
    queue.unread.add(request);
  }
}

function hasRoom({ bytes: held }: PartyQueue, bytes: number): boolean {
  return held === 0 || held + bytes <= mostQueuedBytes;
}
