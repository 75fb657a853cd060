import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { startAccount, startServer, type TestServer, Visitor } from '../start-server.ts';
import { endpointWith } from './settings.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

function post(token: string, on: TestServer = server): Promise<Response> {
  return fetch(`${on.url}/wh/${token}`, { method: 'POST', body: 'hi' });
}

const waitingOn = (on: TestServer) => on.metrics.repliesWaiting.read();

/** Opens a connection with one request under way. */
async function sendOn(token: string, on: TestServer = server) {
  const socket = await openSocket(on.url);
  socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
  return socket;
}

describe('a delay', () => {
  test('counts from the commit; the capture is there meanwhile', async () => {
    const token = await endpointWith(visitor, { replies: [{ status: 202, delay: '300ms' }] });
    const began = performance.now();
    const answering = post(token);
    const [stored] = await eventually(
      () => visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`),
      (list) => list.length > 0,
    );
    expect(stored.answer).toBe('202');
    expect((await answering).status).toBe(202);
    expect(performance.now() - began).toBeGreaterThanOrEqual(300);
    expect(waitingOn(server)).toBe(0);
  });

  test('of a step takes the place of that of its reply', async () => {
    const token = await endpointWith(visitor, {
      replies: [{ plan: ['500 delay=0s', '200 delay=60ms'], delay: '60s' }],
    });
    expect((await post(token)).status).toBe(500);
    const began = performance.now();
    expect((await post(token)).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(60);
  });

  test('holds up the answers behind it on its connection, and no other', async () => {
    const slow = await endpointWith(visitor, { replies: [{ status: 202, delay: '100ms' }] });
    const quick = await endpointWith(visitor, { replies: [{ status: 201 }] });
    const socket = await sendOn(slow);
    let received = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      received += piece;
    });
    socket.write(`GET /wh/${quick} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect((await post(quick)).status).toBe(201);
    await once(socket, 'close');
    expect([...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '202',
      '201',
    ]);
  });

  test('is not cut by the limits of slow connections', async () => {
    const times = { headersMs: 100, wholeRequestMs: 100, idleMs: 100 };
    await using impatient = await startServer({ times });
    const owner = await startAccount(impatient);
    const token = await endpointWith(owner, { replies: [{ status: 202, delay: '600ms' }] });
    expect((await post(token, impatient)).status).toBe(202);
  });
});

describe('bounds', () => {
  test('a hundred answers of an account wait; the others are sent at once', async () => {
    const token = await endpointWith(visitor, { replies: [{ status: 202, delay: '60s' }] });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => sendOn(token)));
    await eventually(() => waitingOn(server) === 100);
    const answered = await post(token);
    expect(answered.status).toBe(202);
    const timeouts = await endpointWith(visitor, { replies: [{ plan: ['timeout 60s'] }] });
    await expect(post(timeouts)).rejects.toThrow('fetch failed');
    // Their captures say so, in lists and among the attempts.
    for (const at of [token, timeouts]) {
      const [newest] = await eventually(
        () => visitor.ask(200, 'GET', `/api/requests/endpoint/${at}`),
        ([{ cutShortAfter }]) => cutShortAfter !== undefined,
      );
      expect(newest).toMatchObject({ answer: at === token ? '202' : 'timeout 60s' });
      const [{ attempts }] = await visitor.ask(200, 'GET', `/api/endpoints/${at}/deliveries`);
      expect(attempts.at(-1)).toMatchObject({ id: newest.id, cutShortAfter: 0 });
    }
    // Another account waits as before.
    const other = await startAccount(server);
    const waiting = await sendOn(
      await endpointWith(other, { replies: [{ status: 202, delay: '60s' }] }),
    );
    await eventually(() => waitingOn(server) === 101);
    for (const socket of [...sockets, waiting]) socket.resetAndDestroy();
    await eventually(() => waitingOn(server) === 0);
  });
});

describe('a sender that hangs up', () => {
  /** When the senders of the endpoint's only delivery gave up, its first attempt first. */
  async function noted(token: string, count: number): Promise<(number | undefined)[]> {
    const { id } = await server.store.db
      .selectFrom('endpoint')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    return await eventually(
      async () => {
        const { deliveries } = await server.store.captures.readDeliveries(id, { limit: 1 });
        return deliveries[0]?.attempts.map(({ gaveUpAfter }) => gaveUpAfter) ?? [];
      },
      (attempts) => attempts.filter((afterMs) => afterMs !== undefined).length === count,
    );
  }

  test.each([{ delay: '60s' }, { plan: ['timeout 60s'] }])(
    'is noted with the time since the commit: %j',
    async (reply) => {
      const token = await endpointWith(visitor, { replies: [reply] });
      for (const [index, end] of (['end', 'resetAndDestroy'] as const).entries()) {
        const before = waitingOn(server);
        const socket = await sendOn(token);
        await eventually(() => waitingOn(server) > before);
        // The clocks of timers and of the server may differ by a millisecond.
        await new Promise((resolve) => setTimeout(resolve, 31));
        socket[end]();
        const afterMs = (await noted(token, index + 1)).at(-1);
        expect(afterMs).toBeGreaterThanOrEqual(30);
        // One that closed its side alone might still read an answer.
        const isGone = end === 'resetAndDestroy' || 'plan' in reply;
        if (isGone) await eventually(() => waitingOn(server) === before);
        else expect(waitingOn(server)).toBe(before + 1);
      }
    },
  );

  test('is not noted if it was answered', async () => {
    const token = await endpointWith(visitor, { replies: [{ status: 202, delay: '20ms' }] });
    await readAnswer(await sendOn(token));
    const other = await endpointWith(visitor, { replies: [{ delay: '60s' }] });
    const before = waitingOn(server);
    const socket = await sendOn(other);
    await eventually(() => waitingOn(server) === before + 1);
    socket.destroy();
    await noted(other, 1);
    // Notes are written in their order.
    expect(await noted(token, 0)).toEqual([undefined]);
  });
});

test('a server that stops answers all that wait, at once', async () => {
  await using database = await freshDatabase();
  const stopping = await startServer({ databaseUrl: database.url });
  const owner = await startAccount(stopping);
  const late = await endpointWith(owner, { replies: [{ status: 202, delay: '60s' }] });
  const never = await endpointWith(owner, { replies: [{ plan: ['timeout 120s'] }] });
  const answers = Array.from({ length: 40 }, () => post(late, stopping));
  const silent = await sendOn(never, stopping);
  silent.resume();
  await eventually(() => waitingOn(stopping) === 41);
  const closed = once(silent, 'close');
  await stopping[Symbol.asyncDispose]();
  for (const { status, headers } of await Promise.all(answers)) {
    expect([status, headers.get('connection')]).toEqual([202, 'close']);
  }
  await closed;
  await using next = await startServer({ databaseUrl: database.url });
  const later = new Visitor(next, owner.cookie === undefined ? {} : { cookie: owner.cookie });
  const captures = await later.ask(200, 'GET', '/api/requests');
  expect(captures).toHaveLength(41);
  for (const { cutShortAfter } of captures) expect(cutShortAfter).toBeLessThan(60_000);
});
