import { describe, expect, test } from 'vitest';
import { register } from '../../src/accounts/begin-session.ts';
import { forFile } from '../kept-for.ts';
import {
  send,
  startAccount,
  startGuest,
  startServer,
  type Visitor,
  withKey,
} from '../start-server.ts';

const server = forFile(
  await startServer({ environment: { HOOKWELL_PLANS: '{"free":{"endpoints":1000}}' } }),
);
const owner: Visitor = await startAccount(server, 'plus');

const addressOf = (token: string) => `/api/endpoints/${token}/settings`;

/** An endpoint of its own, and what is asked of its settings. */
async function newEndpoint(visitor = owner) {
  const token = await visitor.endpoint();
  const path = addressOf(token);
  return {
    token,
    path,
    get: () => visitor.ask(200, 'GET', path),
    put: (settings: unknown) => visitor.ask(200, 'PUT', path, settings),
    refused: async (settings: unknown): Promise<string> =>
      (await visitor.ask(400, 'PUT', path, settings)).error,
    remove: () => visitor.ask(204, 'DELETE', path),
    rows: () =>
      server.store.db
        .selectFrom('endpoint')
        .leftJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
        .select(['settings_version', 'version', 'counted_since', 'hash_key', 'document'])
        .where('token', '=', token)
        .executeTakeFirstOrThrow(),
  };
}

const example = {
  replies: [
    {
      when: 'json.type=url_verification',
      headers: { 'content-type': 'text/plain' },
      body: '{{json.challenge}} \u0000\ud83d\ude00',
    },
    { when: 'path:/flaky', plan: ['500', 'timeout 10s', 'reset', '429 retry-after=60', '200'] },
    { status: 202, delay: '2s' },
  ],
  delivery: 'header.webhook-id',
};

test('an endpoint has no settings until it gets some, and none once they are removed', async () => {
  const endpoint = await newEndpoint();
  expect(await endpoint.get()).toEqual({});
  expect(await endpoint.put(example)).toEqual(example);
  expect(await endpoint.get()).toEqual(example);
  await endpoint.remove();
  expect(await endpoint.get()).toEqual({});
});

test('settings are read and put with a session, with a key, and by guests', async () => {
  const guest = await newEndpoint(await startGuest(server));
  await guest.put(example);
  expect(await guest.get()).toEqual(example);
  const keyed = await newEndpoint(await withKey(owner));
  await keyed.put(example);
  expect(await keyed.get()).toEqual(example);
});

test('every change has a version of its own; counting starts anew with plans and deliveries', async () => {
  const endpoint = await newEndpoint();
  await endpoint.remove();
  expect(await endpoint.rows()).toMatchObject({ settings_version: 0, document: null });

  await endpoint.put(example);
  const { hash_key: key } = await endpoint.rows();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await endpoint.rows()).toMatchObject({
    settings_version: 1,
    version: 1,
    counted_since: 1,
  });
  await endpoint.put(example);
  expect(await endpoint.rows()).toMatchObject({
    settings_version: 1,
    version: 1,
    counted_since: 1,
  });

  const { replies } = example;
  await endpoint.put({ ...example, replies: [{ when: 'a', status: 201 }, ...replies] });
  expect(await endpoint.rows()).toMatchObject({
    settings_version: 2,
    version: 2,
    counted_since: 1,
  });
  await endpoint.put({ replies });
  expect(await endpoint.rows()).toMatchObject({
    settings_version: 3,
    version: 3,
    counted_since: 3,
  });
  await endpoint.put({ replies: [{ plan: ['500'] }] });
  expect(await endpoint.rows()).toMatchObject({ version: 4, counted_since: 4, hash_key: key });

  await endpoint.remove();
  expect(await endpoint.rows()).toMatchObject({ settings_version: 5, document: null });
  await endpoint.remove();
  expect(await endpoint.rows()).toMatchObject({ settings_version: 5 });
  await endpoint.put({ replies: [{ plan: ['500'] }] });
  expect(await endpoint.rows()).toMatchObject({ version: 6, counted_since: 6 });
});

test('X- headers are kept or dropped without counting anew', async () => {
  const endpoint = await newEndpoint();
  await endpoint.put(example);
  const kept = { ...example, xHeaders: 'keep' };
  expect(await endpoint.put(kept)).toEqual(kept);
  expect(await endpoint.get()).toEqual(kept);
  expect(await endpoint.rows()).toMatchObject({ version: 2, counted_since: 1 });
  expect(await endpoint.refused({ xHeaders: 'yes' })).toContain('xHeaders: this must be one of');
});

test('settings without anything are none', async () => {
  const endpoint = await newEndpoint();
  expect(await endpoint.put({})).toEqual({});
  expect(await endpoint.rows()).toMatchObject({ settings_version: 0, document: null });
  await endpoint.put(example);
  await endpoint.put({});
  expect(await endpoint.rows()).toMatchObject({ settings_version: 2, document: null });
});

test('settings that a later version of the server took are replaced', async () => {
  const endpoint = await newEndpoint();
  await endpoint.put(example);
  await server.store.db
    .updateTable('endpoint_settings')
    .set({ document: '{"later":1}' })
    .where('document', '=', JSON.stringify(example))
    .execute();
  await endpoint.put(example);
  expect(await endpoint.rows()).toMatchObject({ version: 2, counted_since: 2 });
});

describe('wrong settings are refused with a sentence that names the place', () => {
  test.each([
    [[], 'settings: '],
    [null, 'settings: '],
    [7, 'settings: '],
    [{ reply: [] }, 'reply: '],
    [{ replies: 'x' }, 'replies: '],
    [{ replies: [{}, {}, { status: '200' }] }, 'replies[2].status: '],
    [{ replies: [{}, {}, { plan: ['never'] }] }, 'replies[2].plan[0]: '],
    [{ replies: [{ headers: { 'x-a': 7 } }] }, 'replies[0].headers["x-a"]: '],
    [{ replies: [{ when: 'answer=200' }] }, 'replies[0].when: '],
    [{ replies: [{ body: '{{nothing}}' }] }, 'replies[0].body: '],
    [{ delivery: 'id' }, 'delivery: '],
  ])('%j', async (settings, start) => {
    const endpoint = await newEndpoint();
    expect(await endpoint.refused(settings)).toSatisfy((sentence: string) =>
      sentence.startsWith(start),
    );
    expect(await endpoint.rows()).toMatchObject({ settings_version: 0 });
  });
});

test('settings have at most 256 KiB', async () => {
  const { path } = await newEndpoint();
  const replies = Array(3).fill({ body: 'x'.repeat(64 * 1024) });
  const bodyOf = (bytes: number) => JSON.stringify({ replies }).padEnd(bytes, ' ');
  const put = async (body: string) => {
    const headers = { 'content-type': 'application/json', cookie: owner.cookie ?? '' };
    return (await fetch(`${server.url}${path}`, { method: 'PUT', headers, body })).status;
  };
  expect(await put(bodyOf(256 * 1024))).toBe(200);
  expect(await put(bodyOf(256 * 1024 + 1))).toBe(413);
  expect(await put('{"replies":')).toBe(400);
});

test('settings go with their endpoint', async () => {
  const endpoint = await newEndpoint();
  await endpoint.put(example);
  const count = () =>
    server.store.db
      .selectFrom('endpoint_settings')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
  const before = Number((await count()).count);
  await owner.ask(204, 'DELETE', `/api/endpoints/${endpoint.token}`);
  expect(Number((await count()).count)).toBe(before - 1);
});

test('a merge of a guest keeps the settings of its endpoints', async () => {
  const guest = await startGuest(server);
  const endpoint = await newEndpoint(guest);
  await endpoint.put(example);
  await send(server, endpoint.token, { method: 'POST', path: '/flaky' });
  const session = guest.cookie?.split('=')[1];
  const registration = {
    email: `merged-${endpoint.token}@example.com`,
    plan: 'free' as const,
    passwordHash: 'none',
  };
  const { store, config } = server;
  const { value } = await register(store.db, config, registration, session, Date.now());
  guest.cookie = `hookwell_session=${value}`;
  expect(await guest.ask(200, 'GET', '/api/auth/me')).toMatchObject({ email: registration.email });
  expect(await endpoint.get()).toEqual(example);
});

describe('a store without room', () => {
  test('takes no settings, and gives up those that it has', async () => {
    await using full = await startServer({ environment: { HOOKWELL_MAX_STORE_BYTES: '4000000' } });
    const visitor = await startAccount(full);
    const token = await visitor.endpoint();
    await visitor.ask(200, 'PUT', addressOf(token), example);
    const body = 'x'.repeat(4_000_000);
    expect((await send(full, token, { method: 'POST', body })).status).toBe(507);
    expect(await visitor.ask(507, 'PUT', addressOf(token), { delivery: 'one' })).toEqual({
      error: 'The store has reached its size limit, or its disk is nearly full',
    });
    await visitor.ask(204, 'DELETE', addressOf(token));
  });

  test('has none for guests in its last tenth', async () => {
    await using nearlyFull = await startServer({
      environment: { HOOKWELL_MAX_STORE_BYTES: '4000000' },
    });
    const visitor = await startAccount(nearlyFull);
    const token = await visitor.endpoint();
    const guest = await startGuest(nearlyFull);
    const ofGuest = await guest.endpoint();
    await guest.ask(200, 'PUT', addressOf(ofGuest), example);
    const body = 'x'.repeat(100_000);
    while (nearlyFull.store.usedShare() < 0.92) {
      expect((await send(nearlyFull, token, { method: 'POST', body })).status).toBe(200);
    }
    await guest.ask(507, 'PUT', addressOf(ofGuest), { delivery: 'one' });
    await visitor.ask(200, 'PUT', addressOf(token), { delivery: 'one' });
  });
});
