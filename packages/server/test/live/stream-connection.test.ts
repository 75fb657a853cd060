import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';
import { send, startGuest, startServer, type TestServer } from '../start-server.ts';

/** A stream as its bytes come. */
class RawStream implements Disposable {
  readonly socket: Socket;
  #received: Buffer[] = [];
  isClosed = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.#received.push(piece);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  get text(): string {
    return Buffer.concat(this.#received).toString();
  }

  get head(): string {
    return this.text.slice(0, this.text.indexOf('\r\n\r\n') + 4);
  }

  get body(): string {
    return this.text.slice(this.head.length);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

async function open(server: TestServer, request: string): Promise<RawStream> {
  const stream = new RawStream(await openSocket(server.url));
  stream.socket.write(request);
  await eventually(() => stream.head !== '');
  return stream;
}

/** The events as chunks (RFC 9112, 7.1), one event each. */
function chunks(events: readonly string[]): string {
  return events.map((event) => `${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`).join('');
}

test('a stream is a chunked answer: whole when the server ends it, and logged then', async () => {
  const server = await startServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  using stream = await open(
    server,
    `GET /api/sse HTTP/1.1\r\nHost: x\r\nCookie: ${guest.cookie}\r\n\r\n`,
  );
  expect(stream.head).toContain('\r\nTransfer-Encoding: chunked\r\n');
  expect(stream.head).toContain('\r\nconnection: close\r\n');
  // A small text, and one that is not copied into its chunk.
  for (const length of [10, 20_000]) {
    const before = stream.text.length;
    await send(server, token, { method: 'POST', body: 'ü'.repeat(length) });
    await eventually(() => stream.text.length > before + length && stream.text.endsWith('\n\r\n'));
  }
  const isStreamed = (line: string) => line.includes('"/api/sse"');
  expect(server.logLines.filter(isStreamed)).toEqual([]);
  await server[Symbol.asyncDispose]();
  await eventually(() => stream.isClosed);
  const events = [...stream.body.matchAll(/data: .*\n\n/g)].map(([event]) => event);
  expect(events).toHaveLength(2);
  expect(stream.body).toBe(`${chunks(events)}0\r\n\r\n`);
  const [, id] = /\r\nx-request-id: (.*)\r\n/.exec(stream.head) ?? [];
  const lines = server.logLines.filter(isStreamed).map((line) => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ reqId: id, method: 'GET', status: 200, msg: 'answered' }),
  ]);
});

test('a client of HTTP/1.0 gets the events without chunks', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  using stream = await open(server, `GET /api/sse HTTP/1.0\r\nCookie: ${guest.cookie}\r\n\r\n`);
  await send(server, token);
  await eventually(() => /^data: .*\n\n$/.test(stream.body));
});

test('a stream goes on with other requests before and behind it on its connection', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const head = `HTTP/1.1\r\nHost: x\r\nCookie: ${guest.cookie}\r\n\r\n`;
  const request = `GET /api/sse ${head}`;
  using behind = await open(server, request + request);
  using later = await open(server, request);
  later.socket.write(`GET /healthz ${head}`);
  using after = new RawStream(await openSocket(server.url));
  after.socket.write(`GET /healthz ${head}`);
  await eventually(() => after.body.endsWith('}'));
  after.socket.write(request);
  await eventually(() => after.text.includes('text/event-stream'));
  for (let count = 1; count <= 2; count += 1) {
    await send(server, token);
    await eventually(() =>
      [behind, later, after].every(({ text }) => text.split('data: ').length - 1 === count),
    );
  }
});

test('a stream has gone when its client has shut down its side, or has reset the connection', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  const openStreams = async () => (await server.metrics.openStreams.get()).values[0]?.value;
  const request = `GET /api/sse HTTP/1.1\r\nHost: x\r\nCookie: ${guest.cookie}\r\n\r\n`;
  using ended = await open(server, request);
  using reset = await open(server, request);
  await eventually(async () => (await openStreams()) === 2);
  ended.socket.end();
  await eventually(async () => (await openStreams()) === 1);
  await eventually(() => ended.isClosed);
  reset.socket.resetAndDestroy();
  await eventually(async () => (await openStreams()) === 0);
  for (let count = 0; count < 20; count += 1) {
    const socket = await openSocket(server.url);
    socket.end(request);
    await once(socket.resume(), 'close');
  }
  await eventually(async () => (await openStreams()) === 0);
});

test('a client that goes on sending behind its stream is cut off', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  using stream = await open(
    server,
    `GET /api/sse HTTP/1.1\r\nHost: x\r\nCookie: ${guest.cookie}\r\n\r\n`,
  );
  stream.socket.write('x'.repeat(1000));
  // An event that comes behind them shows that they ended nothing.
  const { id } = await send(server, await guest.endpoint());
  await eventually(() => stream.text.includes(`"id":${id}`));
  expect(stream.isClosed).toBe(false);
  stream.socket.write('x'.repeat(200_000));
  await eventually(() => stream.isClosed);
});
