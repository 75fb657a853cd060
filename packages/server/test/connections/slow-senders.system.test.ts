import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { errorCatalogue } from '@hookwell/core/api';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startGuest, startServer, type Visitor } from '../start-server.ts';

const server = forFile(
  await startServer({
    environment: { HOOKWELL_PAYMENT_WEBHOOK_SECRETS: 'whsec_slow' },
    times: { headersMs: 500, wholeRequestMs: 1000, idleMs: 800 },
  }),
);

interface Sender {
  socket: Socket;
  /** Everything that the server sent so far. */
  heard: () => string;
  /** Resolves once the connection is gone, and not merely closed on the server's side. */
  gone: Promise<void>;
}

/**
 * A sender that never closes, so that only the server can end its connection. It sends a byte ten times a second,
 * from the start or once it has its answer.
 */
function openSender(
  url: string,
  bytes: string,
  trickles: 'always' | 'afterwards' = 'always',
): Sender {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  // Once the server has closed both sides, the next byte is answered with a reset.
  const nudge = setInterval(() => {
    if (socket.writable && (trickles === 'always' || text !== '')) socket.write('x');
  }, 100);
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(nudge);
      resolve();
    });
  });
  return { socket, heard: () => text, gone };
}

const statuses = (sender: Sender) => sender.heard().match(/HTTP\/1\.1 \d{3}/g) ?? [];

async function refused(reason: string, of = server): Promise<number> {
  const { values } = await of.metrics.capturesRefused.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

async function receiver(): Promise<{ visitor: Visitor; token: string }> {
  const visitor = await startGuest(server);
  return { visitor, token: await visitor.endpoint() };
}

async function countOf(visitor: Visitor, token: string): Promise<number> {
  return (await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`)).length;
}

/** A body that is sent one byte at each nudge. */
const trickled = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: 1000\r\n\r\nx`;

describe('a 408 ends the request', () => {
  test('its memory is back with the answer, the connection is gone within seconds, and it is counted', async () => {
    const { token } = await receiver();
    await send(server, token);
    const [timedOut, aborted] = [await refused('timed_out'), await refused('aborted')];
    const senders = Array.from({ length: 5 }, () =>
      openSender(server.url, trickled(`/wh/${token}`)),
    );
    await eventually(() => server.metrics.bodiesInFlight.read() > 0);
    await eventually(() => senders.every((sender) => statuses(sender).length > 0));
    expect(senders.filter(({ socket }) => !socket.closed).length).toBeGreaterThan(0);
    expect(server.metrics.bodiesInFlight.read()).toBe(0);
    expect(await refused('timed_out')).toBe(timedOut + 5);
    expect((await send(server, token)).status).toBe(200);
    for (const sender of senders) {
      await sender.gone;
      expect(statuses(sender)).toEqual(['HTTP/1.1 408']);
      expect(sender.heard()).toContain(
        JSON.stringify({ error: errorCatalogue.requestTimeout.sentence }),
      );
    }
    expect(await refused('timed_out')).toBe(timedOut + 5);
    expect(await refused('aborted')).toBe(aborted);
  });

  test.concurrent('the bytes that complete it later, and those behind them, are not stored', async () => {
    const { visitor, token } = await receiver();
    const sender = openSender(
      server.url,
      `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n`,
    );
    await eventually(() => statuses(sender).length > 0);
    sender.socket.write('y'.repeat(500));
    sender.socket.write(`GET /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await sender.gone;
    expect(statuses(sender)).toEqual(['HTTP/1.1 408']);
    expect(await countOf(visitor, token)).toBe(0);
  });

  test.concurrent('headers that trickle in', async () => {
    const sender = openSender(server.url, 'POST /wh/some HTTP/1.1\r\nHost: a\r\nLong: ');
    await sender.gone;
    expect(statuses(sender)).toEqual(['HTTP/1.1 408']);
  });

  test.concurrent('a sender that says nothing more at all', async () => {
    await using patient = await startServer({
      times: { headersMs: 20_000, wholeRequestMs: 30_000, idleMs: 300 },
    });
    const token = await (await startGuest(patient)).endpoint();
    const head = `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`;
    const sender = openSender(patient.url, head, 'afterwards');
    await eventually(() => statuses(sender).length > 0);
    expect(patient.metrics.bodiesInFlight.read()).toBe(0);
    expect(await refused('timed_out', patient)).toBe(1);
    await sender.gone;
    expect(statuses(sender)).toEqual(['HTTP/1.1 408']);
  });
});

test.concurrent('a body that is slow but within the limits is stored', async () => {
  await using patient = await startServer({
    times: { headersMs: 300, wholeRequestMs: 30_000, idleMs: 20_000 },
  });
  const token = await (await startGuest(patient)).endpoint();
  const { hostname, port } = new URL(patient.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n`);
  const slowly = setInterval(() => socket.write('x'), 90);
  const [answer] = await once(socket, 'data');
  clearInterval(slowly);
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test.concurrent('a sender that shuts down its side midway gets 400, and nothing is stored', async () => {
  const { visitor, token } = await receiver();
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.end(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  await once(socket, 'close');
  expect(await countOf(visitor, token)).toBe(0);
});
