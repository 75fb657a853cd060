import type { Socket } from 'node:net';
import type { Gauge } from 'prom-client';
import { expect } from 'vitest';
import { openSocket } from '../raw-http.ts';
import { send, type TestServer, type Visitor } from '../start-server.ts';

export const gzipped = { 'Content-Encoding': 'gzip' };

export async function capture(
  server: Pick<TestServer, 'url'>,
  token: string,
  body: Uint8Array<ArrayBuffer> | string,
  headers = {},
): Promise<number> {
  const { status, id } = await send(server, token, { method: 'POST', body, headers });
  expect(status).toBe(200);
  return id;
}

/** Readers that take nothing of their answers until they are resumed; `using` ends them. */
export class Readers {
  readonly sockets: readonly Socket[];

  constructor(sockets: Socket[]) {
    this.sockets = sockets;
  }

  resume(): void {
    for (const socket of this.sockets) socket.resume();
  }

  [Symbol.dispose](): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** This many readers that ask for the same capture. */
export async function ask(visitor: Visitor, path: string, count: number): Promise<Readers> {
  const opened = Array.from({ length: count }, async () => {
    const socket = await openSocket(visitor.server.url);
    socket.on('error', () => {}).pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nCookie: ${visitor.cookie}\r\n\r\n`);
    return socket;
  });
  return new Readers(await Promise.all(opened));
}

export async function valueNow(gauge: Gauge): Promise<number> {
  return (await gauge.get()).values[0]?.value ?? 0;
}
