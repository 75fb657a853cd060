import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { bytesOfWaitingRequests } from '../../src/connections/pipelined-requests.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { readAnswers } from '../raw-answers.ts';
import { openSocket } from '../raw-http.ts';
import { startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: '1024' } }));
const visitor = await startGuest(server);

const small = 'GET /wh/nowhere HTTP/1.1\r\nHost: a\r\n\r\n';
/** A request whose head takes 31 KiB. */
const large = small.replace('Host', `${`A: ${'x'.repeat(7932)}\r\n`.repeat(4)}Host`);

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

test('requests that wait for their answers are bounded, all connections together', async () => {
  const hostile: Socket[] = [];
  try {
    // There are more heads than there is room for, but no connection has too many requests.
    for (let number = 0; number < 7; number++) hostile.push(await openWaiting());
    const [one, ...others] = hostile;
    for (const socket of others) socket.write(large.repeat(150));
    await eventually(received, (count) => count > 700);
    const before = await received();
    one?.write(large.repeat(200));
    await eventually(received, (count) => count > before);

    // A connection with few requests under way is answered, whatever others do.
    for (let round = 0; round < 5; round++) {
      const socket = await openSocket(server.url);
      socket.write(small.repeat(10));
      const answers = await readAnswers(socket, 10);
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404));
    }
    // The later connections, for which there was no room, had one or two requests each.
    expect(await received()).toBeLessThan(before + 5 * 10 + 50);
  } finally {
    for (const socket of hostile) socket.destroy();
  }
  // The room is free again once they are gone.
  await eventually(async () => {
    const socket = await openSocket(server.url);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${large.repeat(50)}`);
    return await readAnswers(socket, 51).then(
      () => true,
      () => false,
    );
  });
});

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

test('a call of the API counts with the memory that it takes while it waits', async () => {
  await eventually(() => bytesOfWaitingRequests() === 0);
  const waiting = await openWaiting();
  const ofCapture = bytesOfWaitingRequests();
  waiting.write('GET /api/auth/me HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  const kibibyte = 1024;
  await eventually(
    () => bytesOfWaitingRequests() - ofCapture,
    (bytes) => bytes > 20 * 16 * kibibyte,
  );
  expect(ofCapture).toBeLessThan(8 * kibibyte);
  waiting.destroy();
  await eventually(() => bytesOfWaitingRequests() === 0);
});
