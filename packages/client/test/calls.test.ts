import { describe, expect, test } from 'vitest';
import { forFile } from '../../server/test/kept-for.ts';
import { password, send, startAccount, startServer } from '../../server/test/start-server.ts';
import { HookwellClient } from '../src/index.ts';
import { visit, visitAsGuest } from './visitor-client.ts';

const server = forFile(await startServer());

const credentials = { email: 'ada@example.org', password };

describe('endpoints', () => {
  test('are created, listed, renamed and deleted', async () => {
    const { endpoints } = await visitAsGuest(server);
    const created = await endpoints.create();
    expect(created.url).toBe(`${new URL(created.url).origin}/wh/${created.token}`);
    const { url: _, ...listed } = created;
    expect(await endpoints.list()).toEqual([{ ...listed, badgeName: created.token.slice(0, 8) }]);
    const renamed = await endpoints.rename(created.token, 'Shop orders');
    expect(renamed).toEqual({ ...listed, badgeName: 'Shop orders' });
    expect(await endpoints.list()).toEqual([renamed]);
    await send(server, created.token, { method: 'POST' });
    const refused = endpoints.delete(created.token, { empty: true });
    await expect(refused).rejects.toMatchObject({ status: 409 });
    expect(await endpoints.delete(created.token)).toBeUndefined();
    expect(await endpoints.list()).toEqual([]);
  });

  test('are watched for silence, which is an answer and no error', async () => {
    const { endpoints } = await visitAsGuest(server);
    const { token } = await endpoints.create();
    expect(await endpoints.freshness(token, { within: '1h' })).toEqual({ fresh: false });
    const { id } = await send(server, token, { method: 'POST' });
    expect(await endpoints.freshness(token, { within: '1h' })).toEqual({
      fresh: true,
      newestAt: expect.stringMatching(/^\d{4}-.*Z$/),
      newestId: id,
    });
    await expect(endpoints.freshness(token, { within: '1y' })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('are all replaced by a new one', async () => {
    const { endpoints } = await visitAsGuest(server);
    const [one, other] = [await endpoints.create(), await endpoints.create()];
    const { token } = await endpoints.regenerate();
    expect([one.token, other.token]).not.toContain(token);
    expect((await endpoints.list()).map((endpoint) => endpoint.token)).toEqual([token]);
  });
});

describe('captured requests', () => {
  test('are read one by one: as shown, as bytes, and as on the wire', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    const { id } = await send(server, token, {
      method: 'PUT',
      path: '/a%20b?attempt=1',
      headers: { 'Content-Type': 'application/octet-stream', 'X-Dropped': 'yes' },
      body: bytes,
    });
    const request = await client.requests.get(id);
    expect(request).toMatchObject({ id, method: 'PUT', path: '/a%20b' });
    expect(request.queryParams).toEqual({ attempt: '1' });
    expect(await client.requests.body(id)).toEqual(new Uint8Array(bytes));
    const wire = await client.requests.wire(id);
    expect(wire).toMatchObject({ bodySize: 5, droppedHeaders: 1 });
    expect(wire.target).toBe(`/wh/${token}/a%20b?attempt=1`);
  });

  test('have an empty body of no bytes', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const { id } = await send(server, token);
    expect(await client.requests.body(id)).toEqual(new Uint8Array());
  });

  test('have bodies of many pieces', async () => {
    const client = await visitAsGuest(server);
    const { token } = await client.endpoints.create();
    const body = Buffer.alloc(3_000_000, 'a € sign; ');
    const { id } = await send(server, token, { method: 'POST', body });
    expect(Buffer.from(await client.requests.body(id)).equals(body)).toBe(true);
    expect((await client.requests.get(id)).body.raw).toBe(body.toString());
  });

  test('are counted, and cleared up to one of them', async () => {
    const client = await visitAsGuest(server);
    const [one, other] = [await client.endpoints.create(), await client.endpoints.create()];
    const ids = [];
    for (const { token } of [one, other, one, other]) ids.push((await send(server, token)).id);
    const left = async () => {
      const { requests, endpoints } = await client.requests.usage();
      return [requests, ...endpoints.map(({ newestId }) => newestId)];
    };
    expect(await left()).toEqual([4, ids[2], ids[3]]);
    await client.requests.clear(other.token, { through: ids[1] });
    expect(await left()).toEqual([3, ids[2], ids[3]]);
    await client.requests.clearAll({ through: ids[2] });
    expect(await left()).toEqual([1, undefined, ids[3]]);
    await expect(client.requests.clearAll({ through: -1 })).rejects.toMatchObject({ status: 400 });
  });

  test('are deleted, one, those of an endpoint, and all', async () => {
    const client = await visitAsGuest(server);
    const [one, other] = [await client.endpoints.create(), await client.endpoints.create()];
    const first = await send(server, one.token);
    const second = await send(server, one.token);
    const third = await send(server, other.token);
    const ids = async () => (await client.requests.list()).map(({ id }) => id);
    await client.requests.delete(second.id);
    expect(await ids()).toEqual([third.id, first.id]);
    await client.requests.clear(one.token);
    expect(await ids()).toEqual([third.id]);
    await client.requests.clearAll();
    expect(await ids()).toEqual([]);
    expect(await client.endpoints.list()).toHaveLength(2);
  });
});

describe('accounts', () => {
  test('begin as a guest, register, log out and log in', async () => {
    const { auth } = visit(server).client;
    const guest = await auth.guest();
    expect(guest.isGuest).toBe(true);
    expect(await auth.guest()).toEqual(guest);
    const registered = await auth.register(credentials);
    expect(registered).toMatchObject({ isGuest: false, email: credentials.email });
    expect(await auth.me()).toEqual(registered);
    await auth.logout();
    await expect(auth.me()).rejects.toMatchObject({ status: 401 });
    expect(await auth.login(credentials)).toEqual(registered);
    expect(await auth.me()).toEqual(registered);
  });

  test('get another password', async () => {
    await using server = await startServer();
    const { auth } = visit(server).client;
    await auth.register(credentials);
    const newPassword = 'battery staple';
    await auth.changePassword({ currentPassword: password, newPassword });
    await expect(auth.login(credentials)).rejects.toMatchObject({ status: 401 });
    await auth.login({ ...credentials, password: newPassword });
  });

  test('are deleted, with their password, or as a guest without', async () => {
    await using server = await startServer();
    const { auth } = visit(server).client;
    await auth.register(credentials);
    await expect(auth.deleteAccount({ password: 'wrong' })).rejects.toMatchObject({ status: 401 });
    await auth.deleteAccount({ password });
    await expect(auth.login(credentials)).rejects.toMatchObject({ status: 401 });
    await auth.guest();
    await auth.deleteAccount();
    await expect(auth.me()).rejects.toMatchObject({ status: 401 });
  });
});

test('API keys are created, listed, used and deleted', async () => {
  await using server = await startServer({ environment: { HOOKWELL_SIGNUP_PLAN: 'plus' } });
  const { client } = visit(server);
  const principal = await client.auth.register(credentials);
  const { secret, ...listed } = await client.keys.create({ name: 'Deploy script' });
  expect(await client.keys.list()).toEqual([listed]);

  const program = new HookwellClient({ baseUrl: `${server.url}/`, apiKey: secret });
  expect(await program.auth.me()).toEqual(principal);
  await program.endpoints.create();
  expect(await client.endpoints.list()).toHaveLength(1);

  await client.keys.delete(listed.trackingId);
  await expect(program.auth.me()).rejects.toMatchObject({ status: 401 });
});

test('an API key is the whole credential', async () => {
  const account = await startAccount(server, 'plus');
  const { secret } = await account.ask(201, 'POST', '/api/keys', { name: 'test' });
  const inits: RequestInit[] = [];
  const client = new HookwellClient({
    baseUrl: server.url,
    apiKey: secret,
    fetch: (url, init) => {
      inits.push(init);
      return fetch(url, init);
    },
  });
  await client.auth.me();
  expect(inits[0]).toMatchObject({ credentials: 'omit' });
  await expect(client.keys.list()).rejects.toMatchObject({ status: 401 });
});

test('plans come with their limits', async () => {
  await using server = await startServer({
    environment: { HOOKWELL_CHECKOUT_LINKS: 'plus=https://pay.example.org/plus' },
  });
  const { client } = visit(server);
  const { id } = await client.auth.register(credentials);
  const plans = await client.billing.plans();
  expect(plans.map(({ plan }) => plan)).toEqual(['free', 'plus', 'enterprise']);
  expect(plans[1]?.checkoutUrl).toContain(`client_reference_id=${id}`);
});

test('the service describes itself and its state', async () => {
  await using server = await startServer({ environment: { HOOKWELL_METRICS_TOKEN: 'm-token' } });
  const { service } = new HookwellClient({ baseUrl: server.url });
  expect(await service.get()).toMatchObject({ version: expect.any(String) });
  expect(await service.description()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  expect(await service.health()).toEqual({ status: 'ok' });
  expect(await service.readiness()).toEqual({ status: 'ready' });
  expect(await service.metrics({ token: 'm-token' })).toContain('# HELP');
});
