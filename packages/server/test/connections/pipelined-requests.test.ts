import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: '1024' } }));
const visitor = await startGuest(server);

const small = 'GET /wh/nowhere HTTP/1.1\r\nHost: a\r\n\r\n';
async function received(): Promise<number> {
  return (await server.metrics.capturesReceived.get()).values[0]?.value ?? 0;
}

async function refused(): Promise<number> {
  const { values } = await server.metrics.capturesRefused.get();
  return values.find(({ labels }) => labels.reason === 'body_too_large')?.value ?? 0;
}

const slow = await visitor.endpoint();
await visitor.ask(200, 'PUT', `/api/endpoints/${slow}/settings`, {
  replies: [{ status: 200, delay: '25s' }],
});

/** A connection whose first answer comes late, so that all following requests wait behind it. */
async function openWaiting(): Promise<Socket> {
  const socket = await openSocket(server.url);
  socket.on('error', () => undefined);
  const before = await received();
  socket.write(`GET /wh/${slow} HTTP/1.1\r\nHost: a\r\n\r\n${small}`);
  await eventually(received, (count) => count === before + 2);
  return socket;
}

test('requests behind a refused upload are not stored: its connection closes, so their sender would not be told', async () => {
  const token = await visitor.endpoint();
  const waiting = await openWaiting();
  const before = await received();
  const tooLarge = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n`;
  waiting.write(tooLarge);
  await eventually(refused, (count) => count === 1);
  waiting.write(`${'x'.repeat(100_000)}POST /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`);
  // A request on a connection of its own is stored after it.
  for (let round = 0; round < 5; round++) {
    await fetch(`${server.url}/wh/${token}`, { method: 'POST' });
  }
  expect(await received()).toBe(before + 1 + 5);
  waiting.destroy();
});
