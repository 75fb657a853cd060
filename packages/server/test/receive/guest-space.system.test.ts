import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { measureGuests } from '../../src/receive/guest-measurement.ts';
import { guestLimitsOf } from '../../src/receive/guest-space.ts';
import { GuestUsage } from '../../src/receive/guest-usage.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import {
  password,
  send,
  startAccount,
  startServer,
  type TestServer,
  Visitor,
} from '../start-server.ts';

const megabyte = 1_000_000;
const proxied = { HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' };
const bounded = { ...proxied, HOOKWELL_MAX_STORE_BYTES: String(12 * megabyte) };
const refusal = '{"error":"Guests have used up the space that they may have"}';

/** A guest that comes from this address, and its one endpoint. */
async function guestFrom(
  server: Pick<TestServer, 'url'>,
  address: string,
): Promise<{ visitor: Visitor; token: string }> {
  const visitor = await session(server, address);
  return { visitor, token: await visitor.endpoint() };
}

async function session(server: Pick<TestServer, 'url'>, address: string): Promise<Visitor> {
  const response = await start(server, address);
  expect(response.status).toBe(201);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return new Visitor(server, cookie === undefined ? {} : { cookie });
}

const start = ({ url }: Pick<TestServer, 'url'>, address: string): Promise<Response> =>
  fetch(`${url}/api/auth/guest`, { method: 'POST', headers: { 'x-forwarded-for': address } });

const capture = (server: Pick<TestServer, 'url'>, token: string, bytes: number) =>
  send(server, token, { method: 'POST', body: 'x'.repeat(bytes) });

/** Sends captures, eight at a time, until one is refused after so many bytes were taken; gives the bytes that were taken. */
async function fill(server: TestServer, token: string, leastBytes: number): Promise<number> {
  const bytes = 200_000;
  let taken = 0;
  // Captures that are stored while the space is measured count twice until the next measurement.
  await eventually(async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => capture(server, token, bytes)));
    taken += sent.filter(({ status }) => status === 200).length * bytes;
    const refused = sent.find(({ status }) => status !== 200);
    if (refused !== undefined) expect(refused).toMatchObject({ status: 507, text: refusal });
    return refused !== undefined && taken >= leastBytes;
  });
  return taken;
}

// Each test has its own server, and waits for measurements of the space.
test.concurrent('guests have half of the store, and accounts do not notice when it is used up', async () => {
  await using server = await startServer({ environment: bounded });
  const registered = await startAccount(server);
  const own = await registered.endpoint();
  const guests = [await guestFrom(server, '192.0.2.1'), await guestFrom(server, '192.0.2.2')];
  let taken = 0;
  for (const { token } of guests) taken += await fill(server, token, 2.5 * megabyte);
  expect(taken).toBeLessThanOrEqual(6 * megabyte);
  const third = await guestFrom(server, '2001:db8:0:1::1');
  expect(await capture(server, third.token, 1.1 * megabyte)).toMatchObject({ status: 507 });

  expect(await capture(server, own, 200_000)).toMatchObject({ status: 200 });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  for (const { visitor } of guests) await visitor.ask(200, 'GET', '/api/requests?limit=1');
  const metrics = await server.metrics.registry.metrics();
  expect(metrics).toMatch(/captures_refused_total\{reason="guest_space_full"\} \d+/);

  // A guest that becomes part of an account takes its endpoints out of the space for guests.
  const [first, second] = guests;
  if (first === undefined || second === undefined) throw new Error('there are three');
  const registration = { email: 'was-a-guest@example.com', password };
  await first.visitor.ask(201, 'POST', '/api/auth/register', registration);
  await eventually(
    () => capture(server, first.token, 200_000),
    ({ status }) => status === 200,
  );

  // Cleared captures make room for all guests.
  await second.visitor.ask(204, 'DELETE', '/api/requests');
  await eventually(
    () => capture(server, second.token, 200_000),
    ({ status }) => status === 200,
  );
});

test.concurrent('the guests of one network have half of that, whichever address of it they use', async () => {
  await using database = await freshDatabase();
  {
    await using server = await startServer({ environment: bounded, databaseUrl: database.url });
    const one = await guestFrom(server, '2001:db8:0:1::1');
    const neighbour = await guestFrom(server, '2001:db8:0:1:ffff::2');
    expect(await fill(server, one.token, 2.5 * megabyte)).toBeLessThanOrEqual(3 * megabyte);
    expect(await capture(server, neighbour.token, 600_000)).toMatchObject({ status: 507 });
    const other = await guestFrom(server, '2001:db8:0:2::1');
    expect(await capture(server, other.token, 200_000)).toMatchObject({ status: 200 });
  }
  // The server knows it after a restart, before it takes the first capture.
  await using server = await startServer({ environment: bounded, databaseUrl: database.url });
  const again = await guestFrom(server, '2001:db8:0:1::3');
  expect(await capture(server, again.token, 600_000)).toMatchObject({ status: 507 });
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

test.concurrent('the space that guests hold is read whole, however many networks they come from', async () => {
  await using database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: database.url, role: 'operator', log });
  const guests = Array.from({ length: 1200 }, (_, index) => ({
    email: null,
    email_key: null,
    password_hash: null,
    plan: 'free' as const,
    status: 'active' as const,
    created_at: 1,
    // Two guests of each network, and some without a network.
    guest_network: index < 1190 ? `192.0.${index % 5}.${Math.floor(index / 10)}` : null,
  }));
  for (let from = 0; from < guests.length; from += 300) {
    const rows = guests.slice(from, from + 300);
    const ids = await store.db.insertInto('account').values(rows).returning('id').execute();
    const endpoints = ids.map(({ id }) => ({
      account_id: id,
      token: `token-${id}`,
      created_at: 1,
      capture_count: 1,
      capture_bytes: 40,
    }));
    await store.db.insertInto('endpoint').values(endpoints).execute();
  }
  const { all, byNetwork } = await measureGuests(store.db);
  expect(all).toBe(1200 * 200);
  expect(byNetwork.size).toBe(595 + 1);
  expect(byNetwork.get('192.0.4.118')).toBe(2 * 200);
  expect(byNetwork.get('')).toBe(10 * 200);
  await store.close();
});

test.concurrent('the limits follow the bound of the store and the free plan', () => {
  const limits = (environment: Record<string, string>) => guestLimitsOf(parseConfig(environment));
  expect(limits({})).toMatchObject({
    allBytes: Number.POSITIVE_INFINITY,
    networkBytes: 20 * 100 * 1024 * 1024,
  });
  expect(limits({ HOOKWELL_PLANS: '{"free":{"bytes":1000}}' }).networkBytes).toBe(
    1024 * 1024 * 1024,
  );
  expect(limits({ HOOKWELL_MAX_STORE_BYTES: '1000' })).toMatchObject({
    allBytes: 500,
    networkBytes: 250,
  });
});

test.concurrent('captures that are stored during a measurement count, and refused ones do not', () => {
  const usage = new GuestUsage();
  usage.take('a', 10);
  usage.measuring();
  usage.settle('a', 10, true);
  usage.take('b', 5);
  usage.settle('b', 5, false);
  usage.measured({ all: 0, byNetwork: new Map() });
  expect([usage.all, usage.of('a'), usage.of('b')]).toEqual([10, 10, 0]);
  usage.take('a', 3);
  usage.measuring();
  // Another measurement follows one that fails.
  usage.measuring();
  usage.measured({ all: 10, byNetwork: new Map([['a', 10]]) });
  expect([usage.all, usage.of('a')]).toEqual([13, 13]);
  usage.settle('a', 3, false);
  expect([usage.all, usage.of('a'), usage.of('c')]).toEqual([10, 10, 0]);
});
