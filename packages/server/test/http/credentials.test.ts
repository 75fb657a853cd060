import { operations } from '@hookwell/core/api';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { Parties } from '../../src/fairness/parties.ts';
import { requireCredentials, requireHandlers } from '../../src/http/credentials.ts';
import { forFile } from '../kept-for.ts';
import { startAccount, startGuest, startServer, Visitor, withKey } from '../start-server.ts';

const server = forFile(await startServer());

/** Sends headers as they are. */
async function status(
  url: string,
  path: string,
  headers: Record<string, string | undefined>,
  method = 'GET',
): Promise<number> {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return (await fetch(`${url}${path}`, { method, headers: sent })).status;
}

test('without a credential: 401 that names the scheme', async () => {
  const response = await new Visitor(server).call('GET', '/api/endpoints');
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(await response.json()).toEqual({ error: 'A valid credential is required' });
});

test('the key comes first if both count', async () => {
  const guest = await startGuest(server);
  const account = await startAccount(server, 'plus');
  const { key = '' } = await withKey(account);
  const both = new Visitor(server, { cookie: guest.cookie ?? '', key });
  expect(await both.ask(200, 'GET', '/api/auth/me')).toMatchObject({ id: account.id });
  // A right cookie does not save a wrong key.
  const wrong = new Visitor(server, { cookie: guest.cookie ?? '', key: `${key}x` });
  await wrong.ask(401, 'GET', '/api/auth/me');
});

test('another scheme than Bearer is no key: the cookie counts', async () => {
  const { cookie } = await startGuest(server);
  for (const authorization of ['Basic dXNlcjpwYXNz', 'Digest username="a"', 'wh-abc', '']) {
    expect(await status(server.url, '/api/auth/me', { authorization, cookie })).toBe(200);
    expect(await status(server.url, '/api/auth/me', { authorization })).toBe(401);
  }
});

test('the scheme is Bearer in any case, and an empty key is a wrong one', async () => {
  const { key } = await withKey(await startAccount(server, 'plus'));
  const { cookie } = await startGuest(server);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
    const authorization = `${scheme} ${key}`;
    expect(await status(server.url, '/api/auth/me', { authorization })).toBe(200);
  }
  for (const authorization of ['Bearer', 'Bearer \t', `Bearer ${key} ${key}`, 'Bearer null']) {
    expect(await status(server.url, '/api/auth/me', { authorization, cookie })).toBe(401);
  }
});

test('routes for sessions alone mind no key beside a cookie', async () => {
  const account = await startAccount(server, 'plus');
  const program = await withKey(account);
  const cookie = account.cookie ?? '';
  for (const key of [program.key ?? '', 'wh-nonsense']) {
    expect(await new Visitor(server, { cookie, key }).ask(200, 'GET', '/api/keys')).toHaveLength(1);
  }
});

test('a request is refused before its body is looked at', async () => {
  await new Visitor(server).ask(401, 'POST', '/api/keys', { name: 7 });
  await new Visitor(server).ask(401, 'DELETE', '/api/keys/NOT-AN-ID');
});

const foreign = { origin: 'https://evil.example' };
const own = { 'sec-fetch-site': 'same-origin', origin: 'https://ignored.example' };

test('a cookie that changes something must come from our own origin', async () => {
  const guest = await startGuest(server);
  const { cookie } = guest;
  const create = (headers: Record<string, string>) =>
    status(server.url, '/api/endpoints', { cookie, ...headers }, 'POST');
  expect(await create(foreign)).toBe(403);
  expect(await create({ origin: 'null' })).toBe(403);
  expect(await create({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await create({ 'sec-fetch-site': 'same-site', origin: server.url })).toBe(403);
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  expect(await create({})).toBe(201);
  expect(await create(own)).toBe(201);
  expect(await create({ origin: server.url })).toBe(201);
  // The browser's own rules guard reads.
  expect(await status(server.url, '/api/endpoints', { cookie, ...foreign })).toBe(200);
});

test('a key may come from anywhere', async () => {
  const { key } = await withKey(await startAccount(server, 'plus'));
  const headers = { authorization: `Bearer ${key}`, ...foreign, 'sec-fetch-site': 'cross-site' };
  expect(await status(server.url, '/api/endpoints', headers, 'POST')).toBe(201);
});

test.each(['guest', 'register', 'login'])(
  '%s must come from our own origin even without a cookie',
  async (operation) => {
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/api/auth/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: 'origin@example.com', password: 'correct horse' }),
      });
      return { status: response.status, cookies: response.headers.getSetCookie() };
    };
    expect(await send(foreign)).toEqual({ status: 403, cookies: [] });
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toEqual({ status: 403, cookies: [] });
    expect((await send(own)).status).not.toBe(403);
  },
);

test('a route that does not say which callers it serves fails the start', async () => {
  const app = fastify();
  const addresses = { base: '', receiveBase: '' };
  requireCredentials(
    app,
    { addresses, parties: new Parties(), store: server.store },
    {
      session: async () => undefined,
      key: async () => undefined,
      hasEnded: async () => false,
      membership: async () => undefined,
    },
  );
  expect(() => app.get('/api/forgotten', async () => 'everything')).toThrow('/api/forgotten');
  const config = { credentials: 'session' } as const;
  expect(() => app.get('/api/unnamed', { config }, async () => 'everything')).toThrow(
    'Nothing says which role GET /api/unnamed needs',
  );
  await app.close();
});

test('an operation without a handler fails the start', async () => {
  const app = fastify();
  requireHandlers(app, []);
  app.route({ ...operations.getHealth, handler: async () => ({ status: 'ok' }) });
  await expect(app.ready()).rejects.toThrow(/No route handles (?!.*getHealth).*listPlans/);
  await app.close();
});
