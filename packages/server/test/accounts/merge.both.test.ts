import { expect, test } from 'vitest';
import { send, startGuest, startServer, Visitor } from '../start-server.ts';

const password = 'correct horse';

test.each(['register', 'login'])('on %s a guest keeps its endpoints and requests', async (way) => {
  await using server = await startServer();
  const account = { email: 'merge@example.com', password };
  const owner = new Visitor(server);
  if (way === 'login') await owner.ask(201, 'POST', '/api/auth/register', account);

  const visitor = await startGuest(server);
  const former = visitor.cookie ?? '';
  const { id: guestId } = await visitor.ask(200, 'GET', '/api/auth/me');
  const token = await visitor.endpoint();
  await send(server, token, { method: 'POST', body: 'before' });

  const status = way === 'login' ? 200 : 201;
  const principal = await visitor.ask(status, 'POST', `/api/auth/${way}`, account);
  expect(principal).toMatchObject({ email: account.email, isGuest: false });
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  expect((await send(server, token, { method: 'POST', body: 'after' })).status).toBe(200);
  const requests = await visitor.ask(200, 'GET', '/api/requests');
  expect(requests.map((request: { body: { raw: string } }) => request.body.raw)).toEqual([
    'after',
    'before',
  ]);

  // The guest session is over, on the server too.
  expect(visitor.cookie).not.toBe(former);
  await new Visitor(server, { cookie: former }).ask(401, 'GET', '/api/auth/me');
  // A registration makes the guest an account, a log-in makes it a part of one.
  const rows = await server.store.db.selectFrom('account').select('id').execute();
  expect(rows).toEqual([{ id: principal.id }]);
  expect(principal.id === guestId).toBe(way === 'register');
  // Nothing was thrown away.
  expect(await server.store.db.selectFrom('purge').selectAll().execute()).toEqual([]);
});

test('a guest that cannot register stays a guest, and one that does counts for itself alone', async () => {
  await using server = await startServer();
  const taken = { email: 'taken@example.com', password };
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', taken);
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await guest.ask(409, 'POST', '/api/auth/register', taken);
  expect(await guest.ask(200, 'GET', '/api/auth/me')).toMatchObject({ isGuest: true });
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);

  const { id } = await guest.ask(201, 'POST', '/api/auth/register', {
    email: 'free@example.com',
    password,
  });
  const row = await server.store.db
    .selectFrom('account')
    .select(['guest_network', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ guest_network: null, kind: null });
});

test('merging goes past the limit of the plan, creating more does not', async () => {
  await using server = await startServer();
  const account = { email: 'limit@example.com', password };
  const visitor = new Visitor(server);
  await visitor.ask(201, 'POST', '/api/auth/register', account);
  for (let i = 0; i < 3; i++) await visitor.endpoint();
  const guest = await startGuest(server);
  for (let i = 0; i < 3; i++) await guest.endpoint();
  await guest.ask(200, 'POST', '/api/auth/login', account);
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toHaveLength(6);
  await guest.ask(403, 'POST', '/api/endpoints');
});

test('a session that has expired is not merged', async () => {
  const time = { now: Date.UTC(2026, 0, 1) };
  await using server = await startServer({ clock: () => time.now });
  const guest = await startGuest(server);
  await guest.endpoint();
  time.now += 7 * 24 * 3_600_000;
  await guest.ask(201, 'POST', '/api/auth/register', { email: 'late@example.com', password });
  expect(await guest.ask(200, 'GET', '/api/endpoints')).toEqual([]);
});

test('of many log-ins that merge one guest at the same moment one gets its endpoints', async () => {
  await using server = await startServer();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const accounts = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const account = { email: `merger-${i}@example.com`, password };
      await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
      return account;
    }),
  );
  const visitors = accounts.map(() => new Visitor(server, { cookie: guest.cookie ?? '' }));
  await Promise.all(
    visitors.map((visitor, i) => visitor.ask(200, 'POST', '/api/auth/login', accounts[i])),
  );
  const lists = await Promise.all(visitors.map((one) => one.ask(200, 'GET', '/api/endpoints')));
  expect(lists.flat()).toMatchObject([{ token }]);
  const guests = await server.store.db
    .selectFrom('account')
    .selectAll()
    .where('email', 'is', null)
    .execute();
  expect(guests).toEqual([]);
});

test('endpoints that a guest creates while it is merged are merged or refused, never lost', async () => {
  await using server = await startServer({
    environment: { HOOKWELL_PLANS: '{"free":{"endpoints":1000}}' },
  });
  for (let round = 0; round < 5; round++) {
    const guest = await startGuest(server);
    const account = { email: `race-${round}@example.com`, password };
    const visitor = new Visitor(server, { cookie: guest.cookie ?? '' });
    let merged = false;
    const merge = visitor.ask(201, 'POST', '/api/auth/register', account).then(() => {
      merged = true;
    });
    const created: string[] = [];
    const statuses = new Set<number>();
    while (!merged) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          new Visitor(server, { cookie: guest.cookie ?? '' }).call('POST', '/api/endpoints'),
        ),
      );
      for (const response of responses) {
        statuses.add(response.status);
        if (response.status !== 201) continue;
        // The 201 has the account; the content of that answer is tested elsewhere.
        const { token } = (await response.json()) as { token: string };
        created.push(token);
      }
    }
    await merge;
    for (const status of statuses) expect([201, 401]).toContain(status);
    const listed: { token: string }[] = await visitor.ask(200, 'GET', '/api/endpoints');
    expect(listed.map(({ token }) => token).sort()).toEqual(created.sort());
  }
  const orphans = await server.store.db
    .selectFrom('endpoint')
    .selectAll()
    .where('account_id', 'not in', (eb) => eb.selectFrom('account').select('id'))
    .execute();
  expect(orphans).toEqual([]);
});
