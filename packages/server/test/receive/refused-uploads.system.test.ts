import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { send, startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: '100000' } }));
const token = await (await startGuest(server)).endpoint();

const piece = Buffer.alloc(64 * 1024, 'x');

/** Sends pieces for a while and reads only then, as many senders do. Gives the answer's status line. */
async function upload(path: string, method = 'POST'): Promise<string> {
  const pieces = 64;
  const socket = await openSocket(server.url);
  let failure = '';
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.pause();
  const length = pieces * piece.length;
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  for (let count = 0; count < pieces && failure === ''; count += 1) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    await sleep(10);
  }
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.resume();
  if (!socket.closed) await once(socket, 'close').catch(() => undefined);
  return failure === '' ? answer.slice(0, answer.indexOf('\r\n')) : failure;
}

test('uploads of 4 MiB all read their refusal, however late they read', async () => {
  const statusLines = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      upload(index % 3 === 0 ? '/wh/unknown' : `/wh/${token}`, index === 1 ? 'HEAD' : 'POST'),
    ),
  );
  expect(new Set(statusLines)).toEqual(
    new Set(['HTTP/1.1 404 Not Found', 'HTTP/1.1 413 Payload Too Large']),
  );
});

test('a sender that never stops is cut off', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 ** 12}\r\n\r\n`);
  const flood = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', flood);
  flood();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(socket.bytesWritten).toBeGreaterThan(16 * 1024 * 1024);
  expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  expect((await send(server, token)).status).toBe(200);
});
