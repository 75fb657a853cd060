import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  Visitor,
  withKey,
} from '../start-server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const time = { now: Date.UTC(2026, 0, 1) };
const server = forFile(await startServer({ clock: () => time.now }));

async function codeOf(visitor: Visitor): Promise<string> {
  return (await visitor.ask(201, 'POST', '/api/auth/handoff')).code;
}

/** Another browser or program that takes the session over. */
async function take(code: string): Promise<Visitor> {
  const visitor = new Visitor(server);
  await visitor.ask(200, 'POST', '/api/auth/handoff/take', { code });
  return visitor;
}

async function isRefused(code: string): Promise<void> {
  for (const way of ['look', 'take']) {
    const answer = await new Visitor(server).ask(404, 'POST', `/api/auth/handoff/${way}`, { code });
    expect(answer).toEqual({ error: 'Not found' });
  }
}

test('a code hands a session over, once', async () => {
  const page = await startAccount(server);
  const principal = await page.ask(200, 'GET', '/api/auth/me');
  const { code, expiresAt } = await page.ask(201, 'POST', '/api/auth/handoff');
  expect(code).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(Date.parse(expiresAt)).toBe(time.now + 10 * minuteMs);
  expect(JSON.stringify(await server.store.db.selectFrom('handoff').selectAll().execute()))
    .not //
    .toContain(code);

  const look = await new Visitor(server).call('POST', '/api/auth/handoff/look', { code });
  expect(await look.json()).toEqual(principal);
  expect(look.headers.getSetCookie()).toEqual([]);
  const terminal = new Visitor(server);
  const taken = await terminal.call('POST', '/api/auth/handoff/take', { code });
  expect(await taken.json()).toEqual(principal);
  expect(taken.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^hookwell_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Same/),
  ]);
  await isRefused(code);

  // Each has a session of its own.
  expect(await terminal.ask(200, 'GET', '/api/auth/me')).toEqual(principal);
  await terminal.ask(204, 'POST', '/api/auth/logout');
  await page.ask(200, 'GET', '/api/auth/me');
  const [, entry] = await page.ask(200, 'GET', '/api/audit');
  expect(entry).toMatchObject({ action: 'session.take', by: principal.email });
});

test('it is no log-in: the session is as old as the other, and ends when that would', async () => {
  const page = await startAccount(server);
  // An account of single sign-on deletes itself only shortly after a log-in, which nobody can get by a code.
  await server.store.db.updateTable('account').set({ password_hash: null }).execute();
  await server.store.db
    .updateTable('session')
    .set({ ends_at: time.now + dayMs })
    .execute();
  await server.store.db
    .updateTable('session')
    .set({ expires_at: time.now + dayMs })
    .execute();
  time.now += 11 * minuteMs;
  const terminal = await take(await codeOf(page));
  await terminal.ask(403, 'DELETE', '/api/auth/me', {});
  time.now += dayMs - 11 * minuteMs - 1;
  await terminal.ask(200, 'GET', '/api/auth/me');
  time.now += 1;
  await terminal.ask(401, 'GET', '/api/auth/me');
});

test('of many who take one code at the same moment one gets the session', async () => {
  const code = await codeOf(await startAccount(server));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      new Visitor(server).call('POST', '/api/auth/handoff/take', { code }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
});

describe('a code dies', () => {
  test('after ten minutes', async () => {
    const page = await startAccount(server);
    const code = await codeOf(page);
    time.now += 10 * minuteMs - 1;
    await new Visitor(server).ask(200, 'POST', '/api/auth/handoff/look', { code });
    time.now += 1;
    await isRefused(code);
  });

  test('with its session', async () => {
    const page = await startAccount(server);
    const code = await codeOf(page);
    await page.ask(204, 'POST', '/api/auth/logout');
    await isRefused(code);
  });

  test('with a new password, which ends every other session as well', async () => {
    const page = await startAccount(server);
    const terminal = await take(await codeOf(page));
    const codes = [await codeOf(page), await codeOf(terminal)];
    const change = { currentPassword: password, newPassword: 'another long one' };
    await page.ask(204, 'POST', '/api/auth/password', change);
    await terminal.ask(401, 'GET', '/api/auth/me');
    for (const code of codes) await isRefused(code);
    await page.ask(200, 'GET', '/api/auth/me');
  });

  test('with the registration of a guest: nobody keeps a hand in the account of another', async () => {
    const lure = await startGuest(server);
    const { id } = await lure.ask(200, 'GET', '/api/auth/me');
    const { db } = server.store;
    await db.updateTable('account').set({ plan: 'plus' }).where('id', '=', id).execute();
    const key = await withKey(lure);
    const lured = await take(await codeOf(lure));
    const codes = [await codeOf(lure), await codeOf(lured)];
    await lured.ask(201, 'POST', '/api/auth/register', { email: 'lured@example.com', password });
    await lure.ask(401, 'GET', '/api/auth/me');
    await key.ask(401, 'GET', '/api/auth/me');
    for (const code of codes) await isRefused(code);
  });
});

describe('a guest in the browser that takes a session over', () => {
  test('stays as it is, unless its endpoints are to come along', async () => {
    const page = await startAccount(server);
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const { cookie = '' } = guest;
    await guest.ask(200, 'POST', '/api/auth/handoff/take', { code: await codeOf(page) });
    expect(await page.ask(200, 'GET', '/api/endpoints')).toEqual([]);
    const still = new Visitor(server, { cookie });
    expect(await still.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);

    const taking = { code: await codeOf(page), bringEndpoints: true };
    await still.ask(200, 'POST', '/api/auth/handoff/take', taking);
    expect(await page.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
    await new Visitor(server, { cookie }).ask(401, 'GET', '/api/auth/me');
  });

  test('of a registered account the former session ends', async () => {
    const other = await startAccount(server);
    const { cookie = '' } = other;
    const code = await codeOf(await startAccount(server));
    await other.ask(200, 'POST', '/api/auth/handoff/take', { code });
    await new Visitor(server, { cookie }).ask(401, 'GET', '/api/auth/me');
  });
});

test('a guest ends with the last of its sessions', async () => {
  const page = await startGuest(server);
  const token = await page.endpoint();
  const terminal = await take(await codeOf(page));
  await page.ask(204, 'POST', '/api/auth/logout');
  expect(await terminal.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  await terminal.ask(204, 'POST', '/api/auth/logout');
  expect((await send(server, token)).status).toBe(404);
});

test('codes cannot be guessed: an address has so many attempts a minute', async () => {
  await using limited = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '5' } });
  const code = await codeOf(await startAccount(limited));
  const guess = (way: string, guessed: string) =>
    new Visitor(limited).call('POST', `/api/auth/handoff/${way}`, { code: guessed });
  for (const way of ['look', 'take', 'look', 'take']) {
    expect((await guess(way, `${code}0`)).status).toBe(404);
  }
  const refused = await guess('take', code);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-6]?\d$/);
});

test('a page of another origin can neither make a code nor take one', async () => {
  const page = await startAccount(server);
  const code = await codeOf(page);
  const call = (path: string, headers: Record<string, string>, body?: string) =>
    fetch(`${server.url}/api/auth/handoff${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
  const taking = JSON.stringify({ code });
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    expect((await call('', { cookie: page.cookie ?? '', ...headers })).status).toBe(403);
    expect((await call('/take', headers, taking)).status).toBe(403);
    expect((await call('/look', headers, taking)).status).toBe(403);
  }
  // A form is no JSON.
  expect((await call('/take', { 'content-type': 'text/plain' }, taking)).status).toBe(415);
  expect((await call('/take', { origin: server.url }, taking)).status).toBe(200);
});

test('what is no code is refused like any other', async () => {
  await isRefused('');
  await isRefused('\u0000');
  const visitor = new Visitor(server);
  await visitor.ask(400, 'POST', '/api/auth/handoff/take', { code: 7 });
  await visitor.ask(400, 'POST', '/api/auth/handoff/take', { code: 'x'.repeat(201) });
  await visitor.ask(401, 'POST', '/api/auth/handoff');
});
