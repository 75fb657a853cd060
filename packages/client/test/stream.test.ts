import { assert, describe, expect, test } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { freshDatabase } from '../../server/test/fresh-database.ts';
import { forFile } from '../../server/test/kept-for.ts';
import { send, startAccount, startServer } from '../../server/test/start-server.ts';
import { HookwellClient, type StreamState } from '../src/index.ts';
import { holdTimers } from './held-timers.ts';
import { visit, visitAsGuest } from './visitor-client.ts';

const server = forFile(await startServer());

/** The first items of an iterable, as many as asked for; leaves it then. */
async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) if (taken.push(item) === count) break;
  return taken;
}

async function sendMany(server: { url: string }, token: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let sent = 0; sent < count; sent++) ids.push((await send(server, token)).id);
  return ids;
}

const idOf = ({ id }: { id: number }) => id;

describe('a live stream', () => {
  test('gives stored requests, oldest first, then new ones', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const stored = await sendMany(server, token, 3);
    const stream = client.stream();
    const requests = stream[Symbol.asyncIterator]();
    for (const id of stored) expect(await requests.next()).toMatchObject({ value: { id } });
    const next = requests.next();
    const body = '{"n":\n820982911946154508, "€": "\u2028"}';
    const sent = await send(server, token, { method: 'PUT', path: '/a?b=1', body });
    expect((await next).value).toMatchObject({ id: sent.id, method: 'PUT', path: '/a', body });
    expect(stream.lastId).toBe(sent.id);
    expect(await requests.return?.()).toEqual({ done: true, value: undefined });
  });

  test('narrows to an endpoint, begins after an id, and leaves bodies out', async () => {
    const client = await visitAsGuest(server);
    const [one, other] = [await client.endpoints.create(), await client.endpoints.create()];
    const [first = 0, ...rest] = await sendMany(server, one.token, 3);
    await sendMany(server, other.token, 1);
    const last = await send(server, one.token, { method: 'POST', body: 'hello' });
    const stream = client.stream({ endpoint: one.token, after: first, view: 'summary' });
    const requests = await take(stream, 3);
    expect(requests.map(idOf)).toEqual([...rest, last.id]);
    expect(requests[2]).toMatchObject({ bodySize: 5 });
    expect(requests[2]).not.toHaveProperty('body');
  });

  test('goes on in a second loop where the first one stopped', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const ids = await sendMany(server, token, 5);
    const stream = client.stream();
    expect((await take(stream, 2)).map(idOf)).toEqual(ids.slice(0, 2));
    expect((await take(stream, 3)).map(idOf)).toEqual(ids.slice(2));
  });

  test('has an API key for its credential', async () => {
    const account = await startAccount(server, 'plus');
    const { secret } = await account.ask(201, 'POST', '/api/keys', { name: 'test' });
    const client = new HookwellClient({ baseUrl: server.url, apiKey: secret });
    const ids = await sendMany(server, await account.endpoint(), 1);
    expect((await take(client.stream(), 1)).map(idOf)).toEqual(ids);
  });

  test('is kept alive by heartbeats', async () => {
    await using server = await startServer({ heartbeatMs: 50 });
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const states: StreamState[] = [];
    const silence = holdTimers(9000);
    const stream = client.stream({
      heartbeatTimeout: 9000,
      onState: (state) => states.push(state),
    });
    const taken = take(stream, 1);
    // The clock begins anew with each of them.
    await eventually(() => silence.started > 5);
    const ids = await sendMany(server, token, 1);
    expect((await taken).map(idOf)).toEqual(ids);
    expect(states).toEqual([{ state: 'connecting' }, { state: 'live' }]);
  });

  test('closes its connection when it is left', async () => {
    await using server = await startServer();
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    await sendMany(server, token, 1);
    await take(client.stream(), 1);
    await expect
      .poll(async () => (await server.metrics.openStreams.get()).values[0]?.value, {
        timeout: 10_000,
      })
      .toBe(0);
  });

  test('misses nothing while servers come and go', async () => {
    await using database = await freshDatabase();
    const start = async (port = '0') => {
      const environment = { HOOKWELL_PORT: port };
      return await startServer({ databaseUrl: database.url, environment });
    };
    let server = await start();
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const sent = await sendMany(server, token, 2);
    const states: StreamState[] = [];
    const stream = client.stream({ onState: (state) => states.push(state) });
    const taken = take(stream, 12);
    for (let round = 0; round < 2; round++) {
      const [first = 0, ...rest] = await sendMany(server, token, 3);
      sent.push(first, ...rest);
      const { port } = new URL(server.url);
      // A connection that was open for less than a second has lived only if it brought something.
      await expect.poll(() => stream.lastId, { timeout: 60_000 }).toBeGreaterThanOrEqual(first);
      await server[Symbol.asyncDispose]();
      server = await start(port);
      sent.push(...(await sendMany(server, token, 2)));
    }
    expect((await taken).map(idOf)).toEqual(sent);
    await server[Symbol.asyncDispose]();
    expect(states.filter(({ state }) => state === 'reconnecting').length).toBeGreaterThan(1);
    const first = states.find((state) => state.state === 'reconnecting');
    assert(first?.state === 'reconnecting');
    expect(first.retryInMs).toBe(0);
  });
});

describe('a live stream is refused', () => {
  test('to strangers', async () => {
    const { client } = visit(server);
    await expect(take(client.stream(), 1)).rejects.toMatchObject({
      status: 401,
      message: 'A valid credential is required',
      name: 'HookwellError',
    });
  });

  test('for unknown endpoints and impossible ids', async () => {
    const client = await visitAsGuest(server);
    const unknown = client.stream({ endpoint: 'nobody' });
    await expect(take(unknown, 1)).rejects.toMatchObject({ status: 404 });
    const impossible = client.stream({ after: 1.5 });
    await expect(take(impossible, 1)).rejects.toMatchObject({ status: 400 });
  });
});
