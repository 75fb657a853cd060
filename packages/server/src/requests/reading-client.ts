import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** Waits for the turn of a list, which it holds until its client was answered or has gone. */
export async function beginList(
  response: ServerResponse,
  lists: Budget,
  party: number,
): Promise<{ client: ReadingClient; hold: Hold }> {
  const client = clientOf(response);
  const hold = await whileWaiting(client, lists.acquire(party, 1, client));
  if (client.gone.aborted) hold.release();
  else client.gone.addEventListener('abort', () => hold.release(), { once: true });
  return { client, hold };
}
