import { expect, test } from 'vitest';
import { forTest } from '../kept-for.ts';
import { startAccount, startGuest, startServer, Visitor } from '../start-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

async function startAt(environment: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) };
  const server = forTest(await startServer({ clock: () => time.now, environment }));
  return { server, time };
}

/** Asks for the visitor's own account, without keeping a new cookie. */
async function isKnown(visitor: Visitor): Promise<boolean> {
  const copy = new Visitor(visitor.server, { cookie: visitor.cookie ?? '' });
  return (await copy.call('GET', '/api/auth/me')).status === 200;
}

test('the cookie is out of reach of scripts and other sites, and lives as long as the session', async () => {
  const { server } = await startAt();
  const guest = await new Visitor(server).call('POST', '/api/auth/guest');
  expect(guest.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^hookwell_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const registered = await new Visitor(server).call('POST', '/api/auth/register', {
    email: 'cookie@example.com',
    password: 'correct horse',
  });
  expect(registered.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^hookwell_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

test('on https the cookie is bound to the host and to TLS', async () => {
  const { server } = await startAt({ HOOKWELL_BASE_URL: 'https://hooks.example.org' });
  const guest = new Visitor(server);
  const response = await guest.call('POST', '/api/auth/guest');
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-hookwell_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  await guest.ask(200, 'GET', '/api/auth/me');
  // A neighbouring host could have set the name without the prefix.
  const renamed = new Visitor(server, { cookie: (guest.cookie ?? '').replace('__Host-', '') });
  await renamed.ask(401, 'GET', '/api/auth/me');
});

test('the store has the hash of the cookie alone', async () => {
  const { server } = await startAt();
  const { cookie = '' } = await startGuest(server);
  const value = cookie.split('=')[1] ?? '';
  const rows = await server.store.db.selectFrom('session').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(rows)).not.toContain(value);
});

test.each([
  ['guest', 7, startGuest],
  ['registered account', 30, startAccount],
] as const)("a %s's session ends after %i days without use", async (_name, days, start) => {
  const { server, time } = await startAt();
  const visitor = await start(server);
  time.now += days * dayMs - 1;
  expect(await isKnown(new Visitor(server, { cookie: visitor.cookie ?? '' }))).toBe(true);
  // The request counted as use: the session lives on for as long again.
  time.now += days * dayMs - 1;
  expect(await isKnown(visitor)).toBe(true);
  time.now += days * dayMs;
  // The row has not been removed so far.
  expect(await server.store.db.selectFrom('session').selectAll().execute()).toHaveLength(1);
  expect(await isKnown(visitor)).toBe(false);
});

test('logging out ends the session on the server and in the browser', async () => {
  const { server } = await startAt();
  const visitor = await startAccount(server);
  const { cookie = '' } = visitor;
  const response = await visitor.call('POST', '/api/auth/logout');
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()).toEqual([
    'hookwell_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  await new Visitor(server, { cookie }).ask(401, 'GET', '/api/auth/me');
  await new Visitor(server, { cookie }).ask(401, 'POST', '/api/auth/logout');
  await new Visitor(server).ask(401, 'POST', '/api/auth/logout');
});

test('a guest that logs out takes its endpoints along', async () => {
  const { server } = await startAt();
  const guest = await startGuest(server);
  await guest.endpoint();
  await guest.ask(204, 'POST', '/api/auth/logout');
  expect(await server.store.db.selectFrom('endpoint').selectAll().execute()).toEqual([]);
  expect(await server.store.db.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('a cookie that is no session of ours is none', async () => {
  const { server } = await startAt();
  for (const cookie of [
    '',
    'hookwell_session',
    'hookwell_session=',
    'hookwell_session=nonsense',
    'hookwell_session="%00"',
    `hookwell_session=${'A'.repeat(43)}`,
  ]) {
    await new Visitor(server, { cookie }).ask(401, 'GET', '/api/auth/me');
  }
});
