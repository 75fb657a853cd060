import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startGuest, startServer, Visitor, withKey } from '../start-server.ts';

const server = forFile(await startServer());

test('the secret is shown once, a listing has its hint', async () => {
  const account = await startAccount(server, 'plus');
  const created = await account.ask(201, 'POST', '/api/keys', { name: 'Deploy script' });
  const { secret, ...listed } = created;
  expect(created).toEqual({
    trackingId: expect.stringMatching(/^[0-9a-f]{5}$/),
    keyHint: `${secret.slice(0, 7)}…${secret.slice(-4)}`,
    name: 'Deploy script',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    secret: expect.stringMatching(/^wh-[0-9A-Za-z]{36}$/),
  });
  expect(await account.ask(200, 'GET', '/api/keys')).toEqual([listed]);
  const rows = await server.store.db.selectFrom('api_key').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(8, -5));
});

test('oldest first; a deleted key stops at once, the others stay', async () => {
  const account = await startAccount(server, 'enterprise');
  const programs = [];
  for (let i = 0; i < 3; i++) programs.push(await withKey(account));
  const keys = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${keys[1].trackingId}`);
  expect(await account.ask(200, 'GET', '/api/keys')).toMatchObject([
    { trackingId: keys[0].trackingId },
    { trackingId: keys[2].trackingId },
  ]);
  const statuses = await Promise.all(programs.map((one) => one.call('GET', '/api/endpoints')));
  expect(statuses.map(({ status }) => status)).toEqual([200, 401, 200]);
  await account.ask(404, 'DELETE', `/api/keys/${keys[1].trackingId}`);
});

test('oldest first also if clocks disagreed', async () => {
  let now = Date.now();
  await using server = await startServer({ clock: () => now });
  const account = await startAccount(server, 'plus');
  for (const name of ['second', 'first', 'third']) {
    // The key has a time of a node whose clock is behind.
    if (name === 'first') now -= 5000;
    if (name === 'third') now += 6000;
    await account.ask(201, 'POST', '/api/keys', { name });
  }
  const keys: { name: string }[] = await account.ask(200, 'GET', '/api/keys');
  expect(keys.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
});

test('forty creations at the same moment make exactly twenty keys', async () => {
  const account = await startAccount(server, 'plus');
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => account.call('POST', '/api/keys', { name: `key ${i}` })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = responses.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(20);
  expect(await refused[0]?.json()).toEqual({ error: 'An account can have at most 20 API keys' });
  const keys = await account.ask(200, 'GET', '/api/keys');
  expect(new Set(keys.map((key: { trackingId: string }) => key.trackingId)).size).toBe(20);

  await account.ask(204, 'DELETE', `/api/keys/${keys[0].trackingId}`);
  await account.ask(201, 'POST', '/api/keys', { name: 'in its place' });
});

test('keys need a paid plan', async () => {
  for (const visitor of [await startGuest(server), await startAccount(server, 'free')]) {
    await visitor.ask(403, 'GET', '/api/keys');
    await visitor.ask(403, 'POST', '/api/keys', { name: 'none' });
  }
});

test('an account that has stopped paying can delete keys and no more', async () => {
  const account = await startAccount(server, 'plus');
  const program = await withKey(account);
  const [key] = await account.ask(200, 'GET', '/api/keys');
  const set = (plan: 'plus' | 'free', status: 'past_due' | 'canceled') =>
    server.store.db.updateTable('account').set({ plan, status }).execute();

  await set('plus', 'past_due');
  await program.ask(200, 'GET', '/api/endpoints');
  await account.ask(200, 'GET', '/api/keys');
  for (const plan of ['free', 'plus'] as const) {
    await set(plan, 'canceled');
    expect(await program.ask(403, 'GET', '/api/endpoints')).toEqual({
      error: 'API use requires the Plus or Enterprise plan',
    });
    await account.ask(403, 'GET', '/api/keys');
    await account.ask(403, 'POST', '/api/keys', { name: 'none' });
  }
  await account.ask(204, 'DELETE', `/api/keys/${key.trackingId}`);
  await program.ask(401, 'GET', '/api/endpoints');
});

test('a name has 1 to 100 characters', async () => {
  const account = await startAccount(server, 'plus');
  for (const name of ['', 'x'.repeat(101), 'a\0b', 7, null]) {
    const { error } = await account.ask(400, 'POST', '/api/keys', { name });
    expect(error).toContain('name');
  }
  expect(await account.ask(200, 'GET', '/api/keys')).toEqual([]);
  await account.ask(201, 'POST', '/api/keys', { name: '☂'.repeat(100) });
});

test('use is written down the first time, then once a minute', async () => {
  const time = { now: Date.UTC(2026, 0, 1) };
  await using server = await startServer({ clock: () => time.now });
  const account = await startAccount(server, 'plus');
  const program = await withKey(account);
  const lastUsed = async (): Promise<string | undefined> =>
    (await account.ask(200, 'GET', '/api/keys'))[0].lastUsed;
  expect(await lastUsed()).toBeUndefined();

  const first = new Date(time.now).toISOString();
  await program.ask(200, 'GET', '/api/endpoints');
  await eventually(lastUsed, (value) => value === first);

  time.now += 59_999;
  await program.ask(200, 'GET', '/api/endpoints');
  // A write would have been under way before this one, and one connection writes both in turn.
  await account.ask(201, 'POST', '/api/keys', { name: 'later' });
  expect(await lastUsed()).toBe(first);

  time.now += 1;
  await program.ask(200, 'GET', '/api/endpoints');
  await eventually(lastUsed, (value) => value === new Date(time.now).toISOString());
});

test('a mistyped key is refused without asking the store', async () => {
  const { key = '' } = await withKey(await startAccount(server, 'plus'));
  const last = key.endsWith('x') ? 'y' : 'x';
  await new Visitor(server, { key: key.slice(0, -1) + last }).ask(401, 'GET', '/api/endpoints');
  await new Visitor(server, { key: `${key}x` }).ask(401, 'GET', '/api/endpoints');
  await new Visitor(server, { key }).ask(200, 'GET', '/api/endpoints');
});
