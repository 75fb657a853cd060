import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Budget, Client, Hold } from '../fairness/budget.ts';
import { Overloaded } from '../fairness/overloaded.ts';

/** The client that a response is for. */
export interface ReadingClient extends Client {
  socket: Socket;
}

export function clientOf(response: ServerResponse): ReadingClient {
  const { socket } = response.req;
  const cut = () => void socket.destroy();
  if (response.closed || response.destroyed) return { gone: AbortSignal.abort(), cut, socket };
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return { gone: controller.signal, cut, socket };
}

/**
 * Waits for a share of a budget. A client may shut down its side once it has sent its request, but a client that does
 * so while it waits counts as gone: no write to it could tell otherwise.
 */
export async function whileWaiting<Share>(
  client: Client & { socket?: Socket },
  share: Promise<Share>,
): Promise<Share> {
  const { socket } = client;
  // Requests that came one behind the other on this socket wait side by side.
  socket?.setMaxListeners(0).once('end', client.cut);
  try {
    // A share that can be had at once is there before any event.
    return await share;
  } finally {
    socket?.off('end', client.cut);
  }
}

/** @throws {Overloaded} once the client was answered or has gone */
export function refuseGone({ gone }: Client): void {
  if (gone.aborted) throw new Overloaded('The client has gone');
}

/** Makes an answer within a budget, for a client that gets it as a whole. Its part of the budget is given back once the work is done. */
export async function whileClientWaits<Result>(
  response: ServerResponse,
  budget: Budget,
  party: number,
  work: (client: ReadingClient) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(response);
  const hold = await whileWaiting(client, budget.acquire(party, 1, client));
  try {
    return await work(client);
  } finally {
    hold.release();
  }
}

/** A client that takes nothing of its list for so long is cut off. */
const maxIdleMs = 30_000;

/** The turn of a list. */
export interface ListTurn extends Pick<Hold, 'release'> {
  /** The client has taken something. */
  touch(): void;
}

/** Waits for the turn of a list, which it holds until its client was answered or has gone. */
export async function beginList(
  response: ServerResponse,
  lists: Budget,
  party: number,
): Promise<{ client: ReadingClient; hold: ListTurn }> {
  const client = clientOf(response);
  const { release } = await whileWaiting(client, lists.acquire(party, 1, client));
  const idle = setTimeout(client.cut, maxIdleMs).unref();
  const end = (): void => {
    clearTimeout(idle);
    release();
  };
  if (client.gone.aborted) end();
  else client.gone.addEventListener('abort', end, { once: true });
  return { client, hold: { release: end, touch: () => idle.refresh() } };
}

/** An empty answer without a length, since that of the list or capture is not known. */
export function nothing(): Readable {
  return Readable.from([]);
}

/**
 * Asks for a piece only once the socket has taken the one before: nothing is read ahead, and the maker of the pieces
 * knows that one has left. (`Readable.from` asks for one more.) A failure cuts the answer off.
 */
export function pieceStream(
  start: string | Uint8Array,
  pieces: AsyncGenerator<string | Uint8Array, void>,
  onNext = (): void => {},
): Readable {
  let first: string | Uint8Array | undefined = start;
  return new Readable({
    highWaterMark: 0,
    read() {
      if (first !== undefined) {
        this.push(first);
        first = undefined;
        return;
      }
      onNext();
      pieces.next().then(
        ({ value }) => this.push(value ?? null),
        (error) => this.destroy(error),
      );
    },
    async destroy(error, done) {
      await pieces.return();
      done(error);
    },
  });
}

/** The pieces of a list. Its first one is made before anything is sent, so that a store that fails gives a proper error answer. */
export async function listStream(
  pieces: AsyncGenerator<string | Uint8Array, void>,
  hold: Pick<ListTurn, 'touch'>,
): Promise<Readable> {
  const start = await pieces.next();
  return pieceStream(start.value ?? '', pieces, () => hold.touch());
}
