import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { defaultClientTimes, HttpServer, Listener } from '../../src/connections/http-server.ts';
import { forFile } from '../kept-for.ts';

/** A sender that reads slowly has not taken all of it when the server has sent it. */
const answer = 'x'.repeat(1024 * 1024);

const server = new HttpServer(
  {
    handler: (request, response) => {
      // Those of the service are given after a commit, or by a router that waits as well.
      const give = (): void => {
        const headers = ['Content-Length', String(answer.length)];
        setImmediate(() => response.answer(200, headers, answer));
      };
      if (request.method === 'GET') request.read({ came() {}, ended: give, failed() {} });
      else give();
    },
    ...{ maxBodyBytes: 1_000_000, times: defaultClientTimes, refused: () => undefined },
  },
  () => undefined,
);
const listener = new Listener((socket) => server.accept(socket));
const port = await listener.listenWithin();
forFile({
  [Symbol.asyncDispose]: async () => {
    server.closeAll();
    server.close();
    await listener.close();
  },
});

test.each([
  ['more comes behind the last request', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [
    'the body of the last request is not whole',
    'POST / HTTP/1.0\r\nContent-Length: 999999\r\n\r\n',
  ],
])('an answer after which the connection closes is read whole where %s', async (_name, head) => {
  const socket = connect({ host: '127.0.0.1', port });
  let heard = 0;
  socket.on('data', ({ length }: Buffer) => {
    heard += length;
    // It reads slowly.
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  const closed = once(socket, 'close');
  socket.pause();
  await new Promise((resolve) => socket.write(head + 'y'.repeat(300_000), resolve));
  // By now the server may have written, and closed its side.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const more = setInterval(() => socket.writable && socket.write('y'), 2);
  socket.resume();
  await closed.finally(() => clearInterval(more));
  expect(heard).toBeGreaterThan(answer.length);
});

test('what a client sends behind a last answer that it has read meets no reset', async () => {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  socket.resume();
  await once(socket, 'end');
  const late = (): Promise<unknown> => new Promise((resolve) => socket.write('y', resolve));
  // A reset comes after the first bytes that the other side takes no more, and fails those behind them.
  for (let sent = 0; sent < 5; sent += 1) {
    expect(await late()).toBeFalsy();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket.end();
  expect(await once(socket, 'close')).toEqual([false]);
});
