import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { type OpenedStream, openEventStream } from '../../src/clients/event-stream.ts';
import { Connections } from '../../src/clients/http.ts';
import type { ShownCapture } from '../../src/clients/seen.ts';

/** A server that does this with each connection once something was asked; gives its address. */
async function serving(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function call(url: string, withinMs?: number) {
  using connections = new Connections();
  const within = withinMs === undefined ? {} : { withinMs };
  return await connections.call(url, { method: 'POST', body: 'a webhook', ...within });
}

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n';

test('a whole answer is known', async () => {
  const url = await serving((socket) => socket.end(`${head}whole`));
  expect(await call(url)).toMatchObject({ status: 200, body: Buffer.from('whole') });
});

test.for([
  ['is cut in the middle', (socket: Socket) => socket.end(`${head}who`)],
  ['is cut in its head', (socket: Socket) => socket.end('HTTP/1.1 200 O')],
  ['is a reset', (socket: Socket) => socket.resetAndDestroy()],
  ['is not HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
] as const)('an answer that %s is unknown', async ([, answer]) => {
  expect(await call(await serving(answer))).toBe('unknown');
});

test.for([
  ['no answer', () => {}],
  ['an answer that stops', (socket: Socket) => socket.write(`${head}who`)],
] as const)('%s is unknown after a time', async ([, answer]) => {
  expect(await call(await serving(answer), 50)).toBe('unknown');
});

test('where nobody listens nothing was asked', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await call(url)).toBe('unreached');
  expect(await openEventStream(url, {}, { onCapture: () => {}, onStrange: () => {} })).toBe(
    'unreached',
  );
});

const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';

/** Reads a stream to its end. */
async function readStream(url: string): Promise<{ ids: number[]; strange: string[] }> {
  const shown: ShownCapture[] = [];
  const strange: string[] = [];
  const opened = await openEventStream(
    url,
    {},
    { onCapture: (each) => shown.push(each), onStrange: (text) => strange.push(text) },
  );
  using stream: OpenedStream | undefined = typeof opened === 'object' ? opened : undefined;
  expect(stream).toBeDefined();
  await stream?.closed;
  return { ids: shown.map(({ id }) => id), strange };
}

test('a stream that is cut in the middle of an event ends before it', async () => {
  const events = [1, 2].map((id) => `data: {"SSEWebhookRequest":{"id":${id}}}\n\n`).join('');
  const heartbeat = 'data: {"SSEHeartbeat":{"timestamp":"2026-01-01T00:00:00Z"}}\n\n';
  const url = await serving((socket) =>
    socket.end(`${streamHead}${events}${heartbeat}data: {"SSE`),
  );
  expect(await readStream(url)).toEqual({ ids: [1, 2], strange: [] });
});

test.for(['event: 1', 'data: {"SSE', 'data: {"SSEOther":{}}', 'data: {}\ndata: {}'])(
  'an event like %j is told',
  async (event) => {
    const url = await serving((socket) => socket.end(`${streamHead}${event}\n\n`));
    expect(await readStream(url)).toEqual({ ids: [], strange: [event] });
  },
);
