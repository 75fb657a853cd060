import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
} from '../start-server.ts';

const proxied = { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' };

async function session(server: Pick<TestServer, 'url'>, address: string): Promise<Visitor> {
  const response = await start(server, address);
  expect(response.status).toBe(201);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return new Visitor(server, cookie === undefined ? {} : { cookie });
}

const start = ({ url }: Pick<TestServer, 'url'>, address: string): Promise<Response> =>
  fetch(`${url}/api/auth/guest`, { method: 'POST', headers: { 'x-forwarded-for': address } });

const capture = (server: Pick<TestServer, 'url'>, token: string) =>
  send(server, token, { method: 'POST', body: 'x'.repeat(200_000) });

test.concurrent('the last tenth of the store is for accounts', async () => {
  await using server = await startServer({ environment: { HOOKWELL_MAX_STORE_BYTES: '6000000' } });
  const registered = await startAccount(server);
  const own = await registered.endpoint();
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const full = await eventually(
    () => capture(server, token),
    ({ status }) => status !== 200,
  );
  expect(full).toMatchObject({
    status: 507,
    text: '{"error":"Guests have used up the space that they may have"}',
  });
  expect(await capture(server, own)).toMatchObject({ status: 200 });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const metrics = await server.metrics.registry.metrics();
  expect(metrics).toMatch(/captures_refused_total\{reason="guest_space_full"\} \d+/);
  // A guest that becomes an account has the space of accounts.
  const registration = { email: 'was-a-guest@example.com', password };
  await guest.ask(201, 'POST', '/api/auth/register', registration);
  expect(await capture(server, token)).toMatchObject({ status: 200 });
});

test.concurrent('only so many guests of one network live at once', async () => {
  await using server = await startServer({
    environment: { ...proxied, HOOKWELL_AUTH_RATE_LIMIT: '60' },
  });
  const { db } = server.store;
  const guest = {
    email: null,
    email_key: null,
    password_hash: null,
    plan: 'free',
    status: 'active',
    created_at: 1,
    guest_network: '2001:db8:0:1::/64',
  } as const;
  await db.insertInto('account').values(Array(999).fill(guest)).execute();
  expect((await start(server, '2001:db8:0:1::1')).status).toBe(201);
  const refused = await start(server, '2001:db8:0:1::2');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({
    error: 'There are 1000 guests from this address already: register instead',
  });
  const elsewhere = await session(server, '2001:db8:0:2::1');
  // A guest that ends makes room, and its network is forgotten with it.
  await elsewhere.ask(204, 'POST', '/api/auth/logout');
  const left = await db
    .selectFrom('account')
    .select('guest_network')
    .where('guest_network', '!=', guest.guest_network)
    .execute();
  expect(left).toEqual([]);
  const registration = { email: 'crowded-out@example.com', password };
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', registration);
});
