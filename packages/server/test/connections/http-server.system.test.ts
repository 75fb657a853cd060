import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';
import { newCapture } from '../store/store-rows.ts';

const server = forFile(
  await startServer({ times: { headersMs: 5000, wholeRequestMs: 10_000, idleMs: 700 } }),
);
const visitor = await startGuest(server);

/** Everything that the server sends until it closes. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  await once(socket, 'close');
  return text;
}

const statusLines = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test('a sender that shuts down its side once it has sent everything gets its answer', async () => {
  const token = await visitor.endpoint();
  // The first time the token has to be looked up, the second time it is known.
  for (let count = 1; count <= 2; count += 1) {
    const socket = await openSocket(server.url);
    socket.end(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`);
    expect((await readAnswer(socket)).status).toBe(200);
    const listed = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
    expect(listed.length).toBe(count);
  }
  const socket = await openSocket(server.url);
  socket.end(`GET /api/auth/me HTTP/1.1\r\nHost: a\r\nCookie: ${visitor.cookie}\r\n\r\n`);
  expect((await readAnswer(socket)).status).toBe(200);
});

describe('a request behind a good one on its connection is answered after it', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['a request without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'headers past the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nBig: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
  ])('%s', async (_name, second, status) => {
    const token = await visitor.endpoint();
    const socket = await openSocket(server.url);
    const first = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`;
    const text = readToEnd(socket);
    socket.write(first + second);
    expect(statusLines(await text)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  });
});

describe('what follows an answer that was sent', () => {
  test.each([
    ['is refused if the connection is kept', '', ['HTTP/1.1 400']],
    ['is ignored if the connection closes', 'Connection: close\r\n', []],
  ])('%s', async (_name, header, refusals) => {
    const token = await visitor.endpoint();
    const socket = await openSocket(server.url);
    socket.once('data', () => socket.write('garbage\r\n\r\n'));
    const text = readToEnd(socket);
    socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\n${header}Content-Length: 2\r\n\r\nhi`);
    expect(statusLines(await text)).toEqual(['HTTP/1.1 200', ...refusals]);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  });
});

describe('a request whose body is no HTTP gets one answer behind another', () => {
  test.each([
    ['of the receive plane', 'POST /wh/unknown HTTP/1.1\r\n'],
    ['of the API', 'POST /api/keys HTTP/1.1\r\nContent-Type: application/json\r\n'],
  ])('%s', async (_name, line) => {
    const token = await visitor.endpoint();
    const socket = await openSocket(server.url);
    const text = readToEnd(socket);
    const first = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`;
    socket.write(`${first}${line}Host: a\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n`);
    expect(statusLines(await text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  });
});

test('a request that was answered before its body was whole gets no second answer', async () => {
  const socket = await openSocket(server.url);
  socket.once('data', () => socket.write('no chunk\r\n'));
  const text = readToEnd(socket);
  socket.write(
    'GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  );
  expect(statusLines(await text)).toEqual(['HTTP/1.1 200']);
});

test('answers that are due are sent before a broken body behind them ends the connection', async () => {
  // On a busy machine the password takes longer than the other server lets a connection rest.
  await using server = await startServer();
  const login = '{"email":"nobody@example.com","password":"correct horse"}';
  const socket = await openSocket(server.url);
  const text = readToEnd(socket);
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n\r\n${login}` +
      'POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
  );
  // The password takes longer than that.
  setTimeout(() => socket.write('no chunk\r\n'), 20);
  expect(statusLines(await text)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 405']);
});

test('a refused HEAD whose body never comes gets the headers of the refusal', async () => {
  const socket = await openSocket(server.url);
  socket.write(`HEAD /wh/unknown HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`);
  const [piece] = await once(socket, 'data');
  expect(String(piece)).toMatch(/^HTTP\/1\.1 404 /);
  socket.destroy();
});

test('the last answer arrives whole, whatever its sender sends behind the request', async () => {
  const token = await visitor.endpoint();
  const body = 'x'.repeat(1_500_000);
  await fetch(`${server.url}/wh/${token}`, { method: 'POST', body });
  const path = `/api/requests/endpoint/${token}?limit=1`;
  const logged = () => server.logLines.filter((line) => line.includes('"answered"')).length;
  const before = logged();
  const socket = await openSocket(server.url);
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${visitor.cookie}\r\n\r\n${body.slice(0, 300_000)}`,
  );
  // The system has all of it by then.
  await eventually(() => logged() > before);
  expect((await readToEnd(socket.resume())).slice(-9)).toMatch(/\](\r\n0\r\n\r\n)?$/);
  await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
});

/** Sends, reads nothing, and resolves once it is cut off. */
async function stall(url: string, bytes: string): Promise<void> {
  const socket = await openSocket(url);
  socket.on('error', () => {}).pause();
  socket.write(bytes);
  // Only a failing write tells its end: one that comes too late to count as a sign of life.
  const nudge = setInterval(() => socket.write('\r\n'), 1500);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(nudge);
}

test('a reader that takes nothing is cut off', async () => {
  const token = await visitor.endpoint();
  // Not over HTTP: a busy machine may leave a sender silent for longer than this server allows.
  const { id } = await server.store.db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const body = Buffer.alloc(1_000_000, 'x');
  const captures = Array.from({ length: 12 }, () => newCapture(id, { body }));
  await Promise.all(captures.map((capture) => server.store.captures.append(capture)));
  const ask = `GET /api/requests/endpoint/${token} HTTP/1.1\r\nHost: a\r\nCookie: ${visitor.cookie}\r\n\r\n`;

  const cut = [stall(server.url, ask), stall(server.url, `${ask}garbage\r\n\r\n`)];
  await Promise.all(cut);
});
