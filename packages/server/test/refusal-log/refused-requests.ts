import type { RefusedReason, RefusedRequests } from '@hookwell/core/api';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';
import type { TestServer, Visitor } from '../start-server.ts';

/** A clock that began a minute just now, and goes so slowly that this one does not end: alike refusals count together by the minute. */
export function clockOfOneMinute(): () => number {
  const minute = 60_000 * Math.floor(Date.now() / 60_000);
  const began = performance.now();
  return () => minute + Math.floor((performance.now() - began) / 60);
}

export async function refusalsOf(visitor: Visitor, token: string): Promise<RefusedRequests[]> {
  return await visitor.ask(200, 'GET', `/api/endpoints/${token}/refusals`);
}

/** The refusals of an endpoint once they count so many requests together. */
export async function refusalsOnceSeen(
  visitor: Visitor,
  token: string,
  requests: number,
): Promise<RefusedRequests[]> {
  return await eventually(
    () => refusalsOf(visitor, token),
    (rows) => rows.reduce((sum, { count }) => sum + count, 0) >= requests,
  );
}

/** The number of requests that the metrics say were refused for this reason. */
export async function counted(server: TestServer, reason: RefusedReason): Promise<number> {
  const { values } = await server.metrics.capturesRefused.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

/** Writes the pieces, each in a packet of its own, and waits for the server to answer or close; gives what it sent. */
export async function sendPieces(
  url: string,
  pieces: readonly (string | Uint8Array)[],
  end: 'reset' | 'half-closed' | 'open' = 'open',
): Promise<string> {
  const socket = await openSocket(url);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  let text = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      resolve();
    });
  });
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    // The server reads each by itself: it has read this one once it has answered what came after it.
    if (pieces.length === 1 && end !== 'reset') continue;
    for (let asked = 0; asked < 2; asked += 1) await (await fetch(`${url}/healthz`)).text();
  }
  if (end === 'reset') socket.resetAndDestroy();
  else if (end === 'half-closed') socket.end();
  await answered;
  socket.destroy();
  return text;
}
