import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { exchangeOn } from '../exchange.ts';

const head = 'POST / HTTP/1.1\r\nHost: a\r\n';

test.each([
  ['of a known length', `${head}Content-Length: 5\r\n\r\n`, 'hello'],
  ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n`, '5\r\nhello\r\n0\r\n\r\n'],
])(
  'a connection is read on behind a body %s that was paused at its last piece',
  (_, text, body) => {
    const socket = new Socket();
    const { request } = exchangeOn(socket, text);
    const came: string[] = [];
    request.read({
      came: (piece) => {
        came.push(piece.toString());
        request.pause();
      },
      ended: () => void came.push('end'),
      failed: () => void came.push('failed'),
    });
    socket.resume();
    socket.emit('data', Buffer.from(body));
    expect([came, request.complete, socket.isPaused()]).toEqual([['hello', 'end'], true, false]);
  },
);

test('one that is paused in its middle waits until it is resumed', () => {
  const socket = new Socket();
  const { request } = exchangeOn(socket, `${head}Content-Length: 9\r\n\r\n`);
  request.read({ came: () => request.pause(), ended() {}, failed() {} });
  socket.resume();
  socket.emit('data', Buffer.from('hello'));
  expect(socket.isPaused()).toBe(true);
  request.resume();
  expect(socket.isPaused()).toBe(false);
});
