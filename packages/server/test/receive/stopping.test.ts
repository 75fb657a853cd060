import { once } from 'node:events';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
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
  // The endpoint has to be looked up, so none of them is answered before the stop begins.
  await eventually(
    async () => (await server.metrics.capturesReceived.get()).values[0]?.value,
    (received) => received !== 0,
  );
  await server[Symbol.asyncDispose]();
  await closed;
  expect(await count()).toBeGreaterThan(1);
  expect(text.split('"Webhook received"').length - 1).toBe(await count());
  expect(text.split(/Connection: close/i).length - 1).toBe(1);
});
