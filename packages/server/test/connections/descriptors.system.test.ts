import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import { exchangeRaw, openSocket } from '../raw-http.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { send, startGuest, type Visitor } from '../start-server.ts';

/** The `ulimit -n` of the server's process; a quarter of it is kept free of streams. */
const mostDescriptors = 256;

/** A server with few descriptors, and everything that was connected to it. */
let server: ServerProcess;
let sockets: Socket[];
let streams: StreamClient[];
let stranger: Visitor;
let token: string;

beforeEach(async () => {
  server = await startProcess({
    under: ['sh', '-c', `ulimit -n ${mostDescriptors}; exec "$0" "$@"`],
    environment: { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' },
  });
  [sockets, streams] = [[], []];
  stranger = await startGuest(server);
  token = await stranger.endpoint();
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const stream of streams) stream[Symbol.dispose]();
  await server.end('SIGTERM');
  await server[Symbol.asyncDispose]();
});

/** Sends each webhook on a connection of its own, as senders do. */
async function captureMany(count: number): Promise<number[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const head = `POST /wh/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close`;
      return (await exchangeRaw(server.url, `${head}\r\n\r\nx`)).status;
    }),
  );
}

/** Connections of one neighbour, which sends this on each and reads nothing. */
async function connectMany(count: number, text: string): Promise<void> {
  for (let opened = 0; opened < count; opened++) {
    const socket = await openSocket(server.url);
    socket.on('error', () => {});
    socket.write(text);
    sockets.push(socket);
  }
}

async function stream(visitor: Visitor, address: string): Promise<StreamClient> {
  const headers = { cookie: visitor.cookie ?? '', 'x-forwarded-for': address };
  const client = await openStream(`${visitor.server.url}/api/sse`, headers);
  streams.push(client);
  return client;
}

/** Opens streams of guests at many addresses until there is no room for more; gives the refusal. */
async function openAllStreams(): Promise<StreamClient> {
  for (let guests = 0; ; guests++) {
    const guest = await startGuest(server);
    for (let count = 0; count < 20; count++) {
      const client = await stream(guest, `192.0.2.${guests}`);
      if (client.response.statusCode !== 200) return client;
    }
  }
}

describe('with few descriptors', () => {
  test('streams leave a quarter of them free for captures', async () => {
    const refusal = await openAllStreams();
    expect(refusal.response.statusCode).toBe(503);
    expect(refusal.response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    const open = streams.length - 1;
    expect(open).toBeGreaterThan(mostDescriptors / 2);
    expect(open).toBeLessThan((3 / 4) * mostDescriptors);
    expect(new Set(await captureMany(40))).toEqual(new Set([200]));
    expect(streams.filter(({ ended }) => ended !== 'no')).toEqual([refusal]);

    const figures = await (await fetch(`${server.url}/metrics`)).text();
    expect(figures).toContain('hookwell_streams_refused_total{reason="descriptors"} 1');
    expect(server.standardError()).toContain('File descriptors run short');

    // New connections find room once some have left.
    for (const client of streams.splice(0, 20)) client[Symbol.dispose]();
    await eventually(async () => {
      const client = await stream(stranger, '198.51.100.1');
      return client.response.statusCode === 200;
    });
  });

  test.each([['send half a head', 'POST /wh/TOKEN HTTP/1.1\r\nHost: x\r\n']])(
    'connections of a neighbour that %s are closed for those of others',
    async (_, text) => {
      using watching = await stream(stranger, '198.51.100.1');
      await connectMany(2 * mostDescriptors, text.replace('TOKEN', token));
      expect(new Set(await captureMany(40))).toEqual(new Set([200]));
      const { status } = await send(server, token);
      expect(status).toBe(200);
      await watching.received(41);
      // No more connections were closed than necessary.
      await eventually(
        () => sockets.filter(({ closed }) => !closed).length,
        (open) => open > mostDescriptors / 2,
      );
      if (!text.includes('TOKEN')) return;
      // What was closed for want of room is no fault of its sender.
      const rows = await eventually(
        () => stranger.ask(200, 'GET', `/api/endpoints/${token}/refusals`),
        ({ length }) => length > 0,
      );
      expect(rows).toEqual([
        expect.objectContaining({ reason: 'overloaded', method: 'POST', path: `/wh/${token}` }),
      ]);
      expect(rows[0]).not.toHaveProperty('status');
    },
  );
});
