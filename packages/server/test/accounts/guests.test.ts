import { expect, test } from 'vitest';
import { startAccount, startGuest, startServer, Visitor } from '../start-server.ts';

test('a guest is a principal without an email, on the free plan', async () => {
  await using server = await startServer();
  const visitor = new Visitor(server);
  const guest = await visitor.ask(201, 'POST', '/api/auth/guest');
  expect(guest).toEqual({ id: expect.any(Number), isGuest: true, plan: 'free', status: 'active' });
  expect(await visitor.ask(200, 'GET', '/api/auth/me')).toEqual(guest);
});

test('a session that lives already goes on', async () => {
  await using server = await startServer();
  for (const visitor of [await startGuest(server), await startAccount(server)]) {
    const { cookie } = visitor;
    const principal = await visitor.ask(200, 'GET', '/api/auth/me');
    expect(await visitor.ask(200, 'POST', '/api/auth/guest')).toEqual(principal);
    expect(visitor.cookie).toBe(cookie);
  }
  const dead = new Visitor(server, { cookie: `hookwell_session=${'A'.repeat(43)}` });
  await dead.ask(201, 'POST', '/api/auth/guest');
});

test('the sign-up plan is for registered accounts', async () => {
  await using server = await startServer({ environment: { HOOKWELL_SIGNUP_PLAN: 'plus' } });
  const guest = await new Visitor(server).ask(201, 'POST', '/api/auth/guest');
  expect(guest.plan).toBe('free');
  const account = { email: 'private@example.com', password: 'correct horse' };
  const registered = await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  expect(registered.plan).toBe('plus');
});
