import { expect, test } from 'vitest';
import { send, startAccount, startGuest, startServer, Visitor, withKey } from '../start-server.ts';

const password = 'correct horse';
const newPassword = 'battery staple';

async function startRegistered(server: Awaited<ReturnType<typeof startServer>>) {
  const account = { email: 'owner@example.com', password };
  const visitor = new Visitor(server);
  await visitor.ask(201, 'POST', '/api/auth/register', account);
  const elsewhere = new Visitor(server);
  await elsewhere.ask(200, 'POST', '/api/auth/login', account);
  return { account, visitor, elsewhere };
}

test('a new password holds at once, and all other sessions end', async () => {
  await using server = await startServer();
  const { account, visitor, elsewhere } = await startRegistered(server);
  const stranger = await startAccount(server);
  await visitor.ask(204, 'POST', '/api/auth/password', { currentPassword: password, newPassword });
  await visitor.ask(200, 'GET', '/api/auth/me');
  await elsewhere.ask(401, 'GET', '/api/auth/me');
  await stranger.ask(200, 'GET', '/api/auth/me');
  await new Visitor(server).ask(401, 'POST', '/api/auth/login', account);
  await new Visitor(server).ask(200, 'POST', '/api/auth/login', {
    ...account,
    password: newPassword,
  });
});

test('a wrong current password changes nothing', async () => {
  await using server = await startServer();
  const { account, visitor, elsewhere } = await startRegistered(server);
  expect(
    await visitor.ask(401, 'POST', '/api/auth/password', {
      currentPassword: 'wrong password',
      newPassword,
    }),
  ).toEqual({ error: 'The password is wrong' });
  await visitor.ask(400, 'POST', '/api/auth/password', {
    currentPassword: password,
    newPassword: 'short',
  });
  await elsewhere.ask(200, 'GET', '/api/auth/me');
  await new Visitor(server).ask(200, 'POST', '/api/auth/login', account);
});

test('of two changes at the same moment one holds', async () => {
  await using server = await startServer();
  const { account, visitor } = await startRegistered(server);
  const candidates = ['first candidate', 'second candidate'];
  const responses = await Promise.all(
    candidates.map((candidate) =>
      visitor.call('POST', '/api/auth/password', {
        currentPassword: password,
        newPassword: candidate,
      }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 401]);
  const winner = candidates[responses.findIndex(({ status }) => status === 204)];
  await new Visitor(server).ask(200, 'POST', '/api/auth/login', { ...account, password: winner });
});

test('deleting the account takes all that was its own', async () => {
  await using server = await startServer();
  const other = await startAccount(server);
  const othersToken = await other.endpoint();
  const { account, visitor, elsewhere } = await startRegistered(server);
  await server.store.db
    .updateTable('account')
    .set({ plan: 'plus' })
    .where('email', '=', account.email)
    .execute();
  const program = await withKey(visitor);
  const token = await visitor.endpoint();
  await send(server, token);

  await visitor.ask(400, 'DELETE', '/api/auth/me');
  await visitor.ask(401, 'DELETE', '/api/auth/me', { password: 'wrong password' });
  const { cookie = '' } = visitor;
  const response = await visitor.call('DELETE', '/api/auth/me', { password });
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()[0]).toMatch(/^hookwell_session=; Max-Age=0;/);

  await new Visitor(server, { cookie }).ask(401, 'GET', '/api/auth/me');
  await elsewhere.ask(401, 'GET', '/api/auth/me');
  await program.ask(401, 'GET', '/api/endpoints');
  expect((await send(server, token)).status).toBe(404);
  await new Visitor(server).ask(401, 'POST', '/api/auth/login', account);
  // The email is free again, for an account that has nothing.
  const again = new Visitor(server);
  await again.ask(201, 'POST', '/api/auth/register', account);
  expect(await again.ask(200, 'GET', '/api/endpoints')).toEqual([]);
  expect(await other.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token: othersToken }]);
});

test('a guest deletes itself without a password', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(204, 'DELETE', '/api/auth/me');
  await guest.ask(401, 'GET', '/api/auth/me');
  expect((await send(server, token)).status).toBe(404);
  const { db } = server.store;
  expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
});

test('guesses at the password are counted here too', async () => {
  await using server = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '60' } });
  const { visitor } = await startRegistered(server);
  const statuses = [];
  for (let i = 0; i < 12; i++) {
    const response = await visitor.call('DELETE', '/api/auth/me', { password: 'wrong password' });
    statuses.push(response.status);
  }
  expect(statuses).toContain(401);
  expect(statuses.at(-1)).toBe(429);
});
