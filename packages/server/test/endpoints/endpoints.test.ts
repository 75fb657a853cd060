import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startGuest, startServer, Visitor, withKey } from '../start-server.ts';

const server = forFile(await startServer());

test('an endpoint is created with its receive URL', async () => {
  const guest = await startGuest(server);
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints');
  expect(endpoint).toEqual({
    id: expect.any(Number),
    url: `${server.url}/wh/${endpoint.token}`,
    token: expect.stringMatching(/^[a-z0-9]{26}$/),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect((await fetch(endpoint.url, { method: 'POST' })).status).toBe(200);
});

test('the receive URL is on the address that the operator gives', async () => {
  await using server = await startServer({
    environment: {
      HOOKWELL_BASE_URL: 'http://app.example.org',
      HOOKWELL_RECEIVE_BASE_URL: 'https://hooks.example.org',
    },
  });
  // The API is asked by the base URL's name: the receive host serves receive URLs alone.
  const response = await fetch(`${server.url}/api/auth/guest`, { method: 'POST' });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { url, token } = await new Visitor(server, { cookie }).ask(201, 'POST', '/api/endpoints');
  expect(url).toBe(`https://hooks.example.org/wh/${token}`);
});

test('the list is oldest first, each with the name of its badge', async () => {
  const guest = await startGuest(server);
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  const created = [];
  for (let i = 0; i < 3; i++) created.push(await guest.ask(201, 'POST', '/api/endpoints'));
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toEqual(
    created.map(({ id, token, createdAt }) => ({
      id,
      token,
      createdAt,
      badgeName: token.slice(0, 8),
    })),
  );
});

test('the badge can be named, and nothing else can be changed', async () => {
  const guest = await startGuest(server);
  const { id, token, createdAt } = await guest.ask(201, 'POST', '/api/endpoints');
  const path = `/api/endpoints/${token}`;
  expect(await guest.ask(200, 'PATCH', path, {})).toEqual({
    id,
    token,
    createdAt,
    badgeName: token.slice(0, 8),
  });
  const named = { id, token, createdAt, badgeName: 'Shop orders ☂' };
  expect(await guest.ask(200, 'PATCH', path, { badgeName: 'Shop orders ☂' })).toEqual(named);
  expect(await guest.ask(200, 'PATCH', path, {})).toEqual(named);
  expect(await guest.ask(200, 'PATCH', path, { id: 7, token: 'x' })).toEqual(named);
  for (const badgeName of ['', 'x'.repeat(101), 7, null, 'a\0b']) {
    const { error } = await guest.ask(400, 'PATCH', path, { badgeName });
    expect(error).toContain('badgeName');
  }
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toEqual([named]);
});

test('a deleted endpoint is gone, with its captures', async () => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const other = await guest.endpoint();
  await send(server, token);
  await send(server, other);
  await guest.ask(204, 'DELETE', `/api/endpoints/${token}`);
  expect((await send(server, token)).status).toBe(404);
  expect(await guest.ask(200, 'GET', '/api/requests')).toHaveLength(1);
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token: other }]);
  await guest.ask(404, 'DELETE', `/api/endpoints/${token}`);
  await guest.ask(404, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'gone' });
});

test('regenerating leaves one new endpoint', async () => {
  const guest = await startGuest(server);
  const tokens = [];
  for (let i = 0; i < 3; i++) tokens.push(await guest.endpoint());
  const endpoint = await guest.ask(201, 'POST', '/api/endpoints/regenerate');
  expect(endpoint).toEqual({
    id: expect.any(Number),
    url: `${server.url}/wh/${endpoint.token}`,
    token: expect.not.stringMatching(tokens.join('|')),
    createdAt: expect.any(String),
  });
  const listed = await guest.ask(200, 'GET', '/api/endpoints');
  expect(listed).toMatchObject([{ token: endpoint.token }]);
  for (const token of tokens) expect((await send(server, token)).status).toBe(404);
  // The answer is the same if there was none.
  await guest.ask(204, 'DELETE', `/api/endpoints/${endpoint.token}`);
  await guest.ask(201, 'POST', '/api/endpoints/regenerate');
});

test('thirty creations at the same moment make exactly as many as the plan allows', async () => {
  const guest = await startGuest(server);
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => guest.call('POST', '/api/endpoints')),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = responses.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(27);
  expect(await refused[0]?.json()).toEqual({ error: 'URL limit reached for your plan' });
  const [{ token }] = await guest.ask(200, 'GET', '/api/endpoints');
  await guest.ask(204, 'DELETE', `/api/endpoints/${token}`);
  await guest.endpoint();
});

test.each([
  ['free', 2],
  ['plus', 4],
  ['enterprise', 5],
] as const)('plan %s has the limit the operator gives', async (plan, limit) => {
  const plans = { free: { endpoints: 2 }, plus: { endpoints: 4 }, enterprise: { endpoints: 5 } };
  await using server = await startServer({
    environment: { HOOKWELL_PLANS: JSON.stringify(plans) },
  });
  const account = await startAccount(server, plan);
  for (let i = 0; i < limit; i++) await account.endpoint();
  await account.ask(403, 'POST', '/api/endpoints');
});

test('a key creates, lists, names and deletes as a session does', async () => {
  const account = await startAccount(server, 'plus');
  const program = await withKey(account);
  const { token } = await program.ask(201, 'POST', '/api/endpoints');
  await program.ask(200, 'PATCH', `/api/endpoints/${token}`, { badgeName: 'by key' });
  expect(await program.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ badgeName: 'by key' }]);
  expect(await account.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ badgeName: 'by key' }]);
  await program.ask(204, 'DELETE', `/api/endpoints/${token}`);
});
