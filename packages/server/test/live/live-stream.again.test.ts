import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
  withKey,
} from '../start-server.ts';
import { openStream, type StreamClient } from './stream-client.ts';

const server = forFile(await startServer());

function watch(visitor: Visitor, query = ''): Promise<StreamClient> {
  return openStream(`${visitor.server.url}/api/sse${query}`, {
    ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }),
    ...(visitor.key === undefined ? {} : { authorization: `Bearer ${visitor.key}` }),
  });
}

async function sendMany(server: TestServer, token: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let sent = 0; sent < count; sent++) ids.push((await send(server, token)).id);
  return ids;
}

const openStreams = async () => (await server.metrics.openStreams.get()).values[0]?.value;

describe('GET /api/sse', () => {
  test('sends stored captures, oldest first, then new ones', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const stored = await sendMany(server, token, 3);
    using stream = await watch(visitor);
    await stream.received(3);
    const arrived = await sendMany(server, token, 2);
    await stream.received(5);
    expect(stream.ids).toEqual([...stored, ...arrived]);
  });

  test('shows a captured request with its body as a string', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    const { id } = await send(server, token, {
      method: 'PUT',
      path: '/some%20path?a=1&b=two',
      headers: { 'content-type': 'application/json', 'X-Secret': 'dropped' },
      body: '{"n":\n820982911946154508}',
    });
    const [request] = await stream.received(1);
    expect(request).toMatchObject({
      id,
      method: 'PUT',
      path: '/some%20path',
      body: '{"n":\n820982911946154508}',
      queryParams: { a: '1', b: 'two' },
      ipAddress: '127.0.0.1',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(request?.headers).not.toHaveProperty('x-secret');
    const fields = ['id', 'endpointId', 'method', 'path', 'headers', 'body', 'queryParams'];
    expect(Object.keys(request ?? {}).sort()).toEqual(
      [...fields, 'ipAddress', 'receivedAt'].sort(),
    );
  });

  test('is never buffered, cached or changed on its way', async () => {
    const visitor = await startGuest(server);
    using stream = await watch(visitor);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
  });

  test('answers HEAD without opening a stream', async () => {
    const visitor = await startGuest(server);
    await eventually(async () => (await openStreams()) === 0);
    const response = await visitor.call('HEAD', '/api/sse');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await openStreams()).toBe(0);
  });

  test('narrows to an endpoint', async () => {
    const visitor = await startGuest(server);
    const [one, other] = [await visitor.endpoint(), await visitor.endpoint()];
    const stored = await sendMany(server, one, 2);
    await sendMany(server, other, 2);
    using stream = await watch(visitor, `?endpoint=${one}`);
    using whole = await watch(visitor);
    await stream.received(2);
    await sendMany(server, other, 2);
    const arrived = await sendMany(server, one, 2);
    await whole.received(8);
    await stream.received(4);
    expect(stream.ids).toEqual([...stored, ...arrived]);
  });

  test('skips captures that the client has', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const ids = await sendMany(server, token, 5);
    using stream = await watch(visitor, `?after=${ids[2]}`);
    using future = await watch(visitor, `?after=${Number(ids[4]) + 1}`);
    const arrived = await sendMany(server, token, 2);
    await stream.received(4);
    await future.received(1);
    expect(stream.ids).toEqual([...ids.slice(3), ...arrived]);
    expect(future.ids).toEqual(arrived.slice(1));
  });

  test('leaves the bodies out of a summary', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    const body = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' };
    await send(server, token, body);
    using stream = await watch(visitor, '?view=summary');
    await stream.received(1);
    await send(server, token, body);
    for (const request of await stream.received(2)) {
      expect(request).not.toHaveProperty('body');
      expect(request).toMatchObject({ bodySize: 5, contentType: 'text/plain' });
    }
  });

  test.each(['after=x', 'after=1.5', 'after=', 'view=all'])('refuses ?%s', async (query) => {
    const visitor = await startGuest(server);
    const answer = await visitor.ask(400, 'GET', `/api/sse?${query}`);
    expect(answer).toEqual({ error: expect.any(String) });
  });

  test('refuses unknown endpoints and those of other accounts in the same words', async () => {
    const [visitor, other] = [await startGuest(server), await startGuest(server)];
    const foreign = await other.endpoint();
    const answers = await Promise.all(
      [foreign, 'a'.repeat(26), 'nonsense'].map((token) =>
        visitor.ask(404, 'GET', `/api/sse?endpoint=${token}`),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('keeps accounts apart', async () => {
    const [one, other] = [await startGuest(server), await startGuest(server)];
    const [mine, theirs] = [await one.endpoint(), await other.endpoint()];
    await send(server, theirs);
    using stream = await watch(one);
    using foreign = await watch(other);
    await sendMany(server, theirs, 3);
    const { id } = await send(server, mine);
    await stream.received(1);
    await foreign.received(4);
    expect(stream.ids).toEqual([id]);
    expect(foreign.ids).not.toContain(id);
  });

  test('keeps the order of large, compressed and small bodies', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    using stream = await watch(visitor);
    const large = 'L'.repeat(500_000);
    const gzipped = gzipSync('compressed');
    const ids: number[] = [];
    const bodies: string[] = [];
    for (let round = 0; round < 10; round++) {
      for (const [body, text, headers] of [
        ['small', 'small', {}],
        [large, large, {}],
        [gzipped, 'compressed', { 'content-encoding': 'gzip' }],
      ] as const) {
        ids.push((await send(server, token, { method: 'POST', headers, body })).id);
        bodies.push(text);
      }
    }
    await stream.received(30);
    expect(stream.ids).toEqual(ids);
    expect(stream.requests.map(({ body }) => body)).toEqual(bodies);
    using replay = await watch(visitor);
    await replay.received(30);
    expect(replay.requests).toEqual(stream.requests);
  });

  test('goes on while requests and endpoints are deleted', async () => {
    const visitor = await startGuest(server);
    const [kept, doomed] = [await visitor.endpoint(), await visitor.endpoint()];
    using stream = await watch(visitor);
    const first = await sendMany(server, kept, 2);
    await sendMany(server, doomed, 2);
    await stream.received(4);
    await visitor.ask(204, 'DELETE', `/api/requests/${first[0]}`);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${doomed}`);
    await visitor.ask(204, 'DELETE', `/api/requests/endpoint/${kept}`);
    const { id } = await send(server, kept);
    await stream.received(5);
    expect(stream.ids.at(-1)).toBe(id);
    using fresh = await watch(visitor);
    await fresh.received(1);
    expect(fresh.ids).toEqual([id]);
  });

  test('sends a heartbeat', async () => {
    await using server = await startServer({ heartbeatMs: 100 });
    const visitor = await startGuest(server);
    using stream = await watch(visitor);
    await eventually(() => stream.heartbeats.length >= 2);
  });

  test('forgets clients that left before it answered', async () => {
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    for (let client = 0; client < 100; client++) {
      const socket = await openSocket(server.url);
      socket.write(
        `GET /api/sse?endpoint=${token} HTTP/1.1\r\nHost: x\r\nCookie: ${visitor.cookie}\r\n\r\n`,
        () => setTimeout(() => socket.resetAndDestroy(), client % 5),
      );
    }
    using stream = await watch(visitor);
    const { id } = await send(server, token);
    await stream.received(1);
    expect(stream.ids).toEqual([id]);
    await eventually(async () => (await openStreams()) === 1);
  });

  test('ends when the server stops', async () => {
    const server = await startServer();
    const visitor = await startGuest(server);
    using stream = await watch(visitor);
    await server[Symbol.asyncDispose]();
    await eventually(() => stream.ended === 'whole');
  });
});

test('a stream ends with the credential that opened it', async () => {
  await using server = await startServer({ streamCheckMs: 100 });
  const account = await startAccount(server, 'plus');
  const lapsing = await startAccount(server, 'plus');
  const guest = await startGuest(server);
  const [key, lapsed] = [await withKey(account), await withKey(lapsing)];
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  const streams = await Promise.all(
    [account, lapsing, guest, key, lapsed].map((who) => watch(who)),
  );
  const [byCookie, byLapsingCookie, byGuest, byKey, byLapsed] = streams;

  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  await server.store.db
    .updateTable('account')
    .set({ plan: 'free' })
    .where('id', '=', lapsing.id)
    .execute();
  const guests = await guest.endpoint();
  const merged = new Visitor(server);
  merged.cookie = guest.cookie;
  const email = 'merges@example.com';
  await merged.ask(201, 'POST', '/api/auth/register', { email, password });
  await eventually(
    () => [byKey, byLapsed, byGuest].map((stream) => stream?.ended),
    (ended) => ended.every((one) => one === 'whole'),
  );
  // A session outlives a plan, and the end of one credential does not end another.
  expect([byCookie?.ended, byLapsingCookie?.ended]).toEqual(['no', 'no']);
  using registered = await watch(merged);
  const { id } = await send(server, guests);
  await registered.received(1);
  expect(registered.ids).toEqual([id]);

  await account.ask(204, 'POST', '/api/auth/logout');
  await eventually(() => byCookie?.ended === 'whole');
  for (const stream of streams) stream[Symbol.dispose]();
});
