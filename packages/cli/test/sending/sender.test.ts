import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as http2 from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { type OutgoingRequest, Sender } from '../../src/sending/sender.ts';
import { startRawTarget } from '../forwarding/raw-target.ts';
import { selfSigned } from '../forwarding/self-signed.ts';
import { startTarget } from '../forwarding/target-server.ts';

function post(body: Uint8Array = Buffer.from('{}'), path = '/hook'): OutgoingRequest {
  return { method: 'POST', path, headers: [['Host', 'hooks.example']], body };
}

/** Closes the sender at the end of the test. */
function closing(sender: Sender): Sender & Disposable {
  return Object.assign(sender, { [Symbol.dispose]: () => sender.close() });
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test('a request of any method arrives unchanged, over the same connection as the one before', async () => {
  await using target = await startTarget();
  using sender = closing(new Sender({ timeoutMs: 10_000 }));
  const body = randomBytes(10_000);
  const methods = ['POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'HEAD'];
  for (const method of methods) {
    const headers: [string, string][] = [
      ['x-Odd', 'caf\u00e9'],
      ['Accept', 'a'],
      ['accept', 'b'],
    ];
    const path = `/hook/${method}?a=%20`;
    const delivery = await sender.send(new URL(target.url), { method, path, headers, body });
    expect(delivery).toEqual({
      status: 200,
      answer: Buffer.alloc(0),
      milliseconds: expect.any(Number),
    });
    expect(delivery.milliseconds).toBeGreaterThan(0);
  }
  expect(target.arrivals.map(({ method }) => method)).toEqual(methods);
  for (const arrival of target.arrivals) {
    expect(arrival.target).toBe(`/hook/${arrival.method}?a=%20`);
    expect(arrival.headers.slice(0, 5)).toEqual([
      ['Host', new URL(target.url).host],
      ['x-Odd', 'caf\u00e9'],
      ['Accept', 'a'],
      ['accept', 'b'],
      ['Content-Length', '10000'],
    ]);
    expect(arrival.body.equals(body)).toBe(true);
  }
  expect(new Set(target.arrivals.map(({ port }) => port)).size).toBe(1);
});

test('a redirect is an answer like any other', async () => {
  await using target = await startTarget((_arrival, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });
  using sender = closing(new Sender({ timeoutMs: 10_000, keptAnswerBytes: 3 }));
  const { status, answer } = await sender.send(new URL(target.url), post());
  expect({ status, answer: answer.toString() }).toEqual({ status: 302, answer: 'mov' });
  expect(target.arrivals).toHaveLength(1);
});

describe('a target that', () => {
  async function failure(
    url: URL,
    { body, timeoutMs = 10_000 }: { body?: Uint8Array; timeoutMs?: number } = {},
  ) {
    using sender = closing(new Sender({ timeoutMs }));
    return await sender.send(url, post(body));
  }

  test('is down', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/`);
    expect(await failure(url)).toMatchObject({ error: 'connection refused' });
  });

  test('does not exist', async () => {
    expect(await failure(new URL('http://nobody.invalid/'))).toMatchObject({
      error: 'there is no host of that name',
    });
  });

  const silent: [behaviour: string, script: (socket: Socket) => void, error: string][] = [
    ['says nothing', () => {}, 'no answer in 0.3 s'],
    [
      'stops in the midst of its answer',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
      'no whole answer in 0.3 s',
    ],
    [
      'closes the connection',
      (socket) => socket.end(),
      'it closed the connection without an answer',
    ],
    [
      'resets the connection',
      (socket) => socket.resetAndDestroy(),
      'it closed the connection without an answer',
    ],
    [
      'breaks its answer off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
      'it broke its answer off',
    ],
    [
      'breaks the head of its answer off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
      'it closed the connection without an answer',
    ],
    [
      'answers with something else',
      (socket) => socket.end('220 mail.example ESMTP\r\n'),
      'its answer is not HTTP (HPE_INVALID_CONSTANT)',
    ],
    [
      'answers with endless headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(100_000)}`),
      'its answer is not HTTP (HPE_HEADER_OVERFLOW)',
    ],
  ];
  test.each(silent)('%s', async (_, script, error) => {
    await using target = await startRawTarget(script);
    const timeoutMs = error.endsWith('0.3 s') ? 300 : 10_000;
    expect(await failure(target.url, { timeoutMs })).toMatchObject({ error });
    expect(target.connections, 'it is never tried again').toBe(1);
  });

  test('speaks no TLS', async () => {
    await using target = await startRawTarget((socket) => socket.end(ok));
    const url = new URL(target.url.href.replace('http:', 'https:'));
    expect(await failure(url)).toMatchObject({ error: 'it does not speak TLS' });
  });

  test('switches protocols unasked has answered', async () => {
    await using target = await startRawTarget((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await failure(target.url)).toMatchObject({ status: 101 });
  });

  test('says 100 and 103 first answers with the status that comes then', async () => {
    await using target = await startRawTarget((socket) => {
      socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok}`);
    });
    const delivery = await failure(target.url);
    expect(delivery).toMatchObject({ status: 200 });
    expect(delivery.error).toBeUndefined();
  });

  test('ends its answer with the connection has answered', async () => {
    await using target = await startRawTarget((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nok'));
    using sender = closing(new Sender({ timeoutMs: 2000, keptAnswerBytes: 10 }));
    const delivery = await sender.send(target.url, post());
    expect({ ...delivery, answer: delivery.answer.toString() }).toEqual({
      status: 200,
      answer: 'ok',
      milliseconds: expect.any(Number),
    });
  });

  test('answers before it has read a large body has answered', async () => {
    await using target = await startRawTarget((socket) => {
      socket.removeAllListeners('data').pause();
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
    });
    const delivery = await failure(target.url, { body: Buffer.alloc(25 * 1024 * 1024) });
    expect(delivery).toMatchObject({ status: 413 });
    expect(delivery.error).toBeUndefined();
  });

  test('closes a connection that was kept does not fail the next request', async () => {
    const closed: Promise<unknown>[] = [];
    await using target = await startRawTarget((socket) => {
      closed.push(once(socket, 'close'));
      socket.write(ok);
      // A sender that thinks the connection is still open finds out now.
      setTimeout(() => socket.end(), 20);
    });
    using sender = closing(new Sender({ timeoutMs: 2000 }));
    for (let count = 0; count < 3; count++) {
      expect(await sender.send(target.url, post())).toMatchObject({ status: 200 });
      await closed[count];
    }
    expect(target.connections).toBe(3);
  });
});

test.each([
  ['over TLS', () => http2.createSecureServer(selfSigned)],
  ['in clear', () => http2.createServer()],
])('a target that speaks only HTTP/2 %s is named as such', async (_, create) => {
  const server = create();
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const scheme = server instanceof Server ? 'https' : 'http';
  using sender = closing(new Sender({ timeoutMs: 10_000, insecure: true }));
  try {
    expect(await sender.send(new URL(`${scheme}://127.0.0.1:${port}/`), post())).toMatchObject({
      error:
        'it speaks only HTTP/2, and requests are sent by HTTP/1.1: let it take HTTP/1.1 as well',
    });
  } finally {
    server.close();
  }
});

test('a self-signed certificate is refused, or accepted if the user wants that', async () => {
  const server = createServer(selfSigned, (_request, response) => void response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A server that listens on a port has an address with a port.
    const { port } = server.address() as AddressInfo;
    const url = new URL(`https://localhost:${port}/`);
    using careful = closing(new Sender({ timeoutMs: 2000 }));
    expect(await careful.send(url, post())).toMatchObject({
      error: 'its certificate is self-signed',
    });
    using trusting = closing(new Sender({ timeoutMs: 2000, insecure: true }));
    expect(await trusting.send(url, post())).toMatchObject({ status: 200 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a request that cannot be sent is told and does not throw', async () => {
  await using target = await startTarget();
  using sender = closing(new Sender({ timeoutMs: 1000 }));
  const url = new URL(target.url);
  expect(await sender.send(url, post(undefined, '/a b'))).toMatchObject({
    error: 'its URL has characters that cannot be sent',
  });
  const headers: [string, string][] = [['A', 'b\r\nInjected: yes']];
  expect(await sender.send(url, { ...post(), headers })).toMatchObject({
    error: 'it has a header that cannot be sent',
  });
  expect(target.arrivals).toEqual([]);
});

test('an aborted signal ends the sending', async () => {
  await using target = await startRawTarget(() => interruption.abort());
  const interruption = new AbortController();
  using sender = closing(new Sender({ timeoutMs: 10_000 }));
  const delivery = await sender.send(target.url, post(), { signal: interruption.signal });
  expect(delivery).toMatchObject({ error: 'it was interrupted' });
});
