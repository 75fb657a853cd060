import { once } from 'node:events';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

test('a server that stops answers all that was pipelined on a connection, then closes it', async () => {
  await using server = await startServer();
  const visitor = await startGuest(server);
  const token = await visitor.endpoint();
  const count = async (): Promise<number> =>
    (await server.metrics.capturesStored.get()).values[0]?.value ?? 0;
  const one = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`;
  const socket = await openSocket(server.url);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(socket, 'close');
  socket.write(one.repeat(300));
  // The stop begins in the turn of the event loop in which they come: the endpoint is looked up by a thread, whose answer
  // comes in a later one, so that none of them is answered before.
  const received = async () => (await server.metrics.capturesReceived.get()).values[0]?.value ?? 0;
  while ((await received()) === 0) await turnOfLoop();
  await server[Symbol.asyncDispose]();
  await closed;
  expect(await count()).toBeGreaterThan(1);
  expect(text.split('"Webhook received"').length - 1).toBe(await count());
  expect(text.split(/Connection: close/i).length - 1).toBe(1);
});
