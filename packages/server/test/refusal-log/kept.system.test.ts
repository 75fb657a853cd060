import type { RefusedRequests } from '@hookwell/core/api';
import { beforeEach, expect, test } from 'vitest';
import { RefusalLog } from '../../src/refusal-log/refusal-log.ts';
import { listRefusals } from '../../src/refusal-log/refusal-rows.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startTestRetention } from '../retention/start-retention.ts';
import { send, startAccount, startGuest, startServer } from '../start-server.ts';
import { silentLog } from '../store/sqlite-database.ts';
import { refusalsOf, refusalsOnceSeen, sendPieces } from './refused-requests.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let now = Date.parse('2026-03-01T12:00:00Z');
const server = forFile(
  await startServer({
    environment: { HOOKWELL_MAX_BODY_BYTES: '10', HOOKWELL_TRUSTED_PROXIES: '127.0.0.1' },
    clock: () => now,
  }),
);
const visitor = await startAccount(server, 'enterprise');
let token: string;
beforeEach(async () => {
  token = await visitor.endpoint();
});

/** Sends what is too large, from this address. */
async function refuse(
  address: string,
  { to = token, path = '', method = 'POST', bytes = 11 } = {},
): Promise<void> {
  const body = 'x'.repeat(bytes);
  const headers = { 'x-forwarded-for': address };
  expect((await send(server, to, { method, path, headers, body })).status).toBe(413);
}

test('alike ones within a minute are one row, which says what the first one was', async () => {
  await refuse('2001:db8:1:2::1', { path: '/first?a=1' });
  now += minute - 1;
  await refuse('2001:db8:1:2:ffff::2', { path: '/second', bytes: 12 });
  // Other networks and methods are rows of their own.
  await refuse('2001:db8:1:3::1');
  await refuse('2001:db8:1:2::1', { method: 'PUT' });
  await refusalsOnceSeen(visitor, token, 4);
  now += 1;
  await refuse('2001:db8:1:2::3', { path: '/third' });
  // The rows that are written count for those that come after them.
  const rows = await refusalsOnceSeen(visitor, token, 5);
  const first = { reason: 'body_too_large', status: 413, method: 'POST' };
  const at = (time: number) => new Date(time).toISOString();
  expect(rows).toHaveLength(4);
  expect(rows[0]).toEqual({
    ...{ ...first, at: at(now), path: `/wh/${token}/third`, ipAddress: '2001:db8:1:2::3' },
    ...{ bytes: 11, count: 1 },
  });
  expect(rows[3]).toEqual({
    ...{ ...first, at: at(now - minute), path: `/wh/${token}/first`, ipAddress: '2001:db8:1:2::1' },
    ...{ bytes: 11, count: 2 },
  });
});

test('an endpoint has the hundred newest rows', async () => {
  const addresses = Array.from({ length: 130 }, (_, number) => `192.0.2.${number + 1}`);
  const writes = [addresses.slice(0, 60), addresses.slice(60)];
  let rows: RefusedRequests[] = [];
  for (const [index, some] of writes.entries()) {
    for (const address of some) {
      now += 1;
      await refuse(address);
    }
    rows = await refusalsOnceSeen(visitor, token, index === 0 ? 60 : 100);
  }
  // A hundred are seen before all of them are written.
  rows = await eventually(
    () => refusalsOf(visitor, token),
    ([newest]) => newest?.ipAddress === addresses.at(-1),
  );
  expect(rows.map(({ ipAddress }) => ipAddress)).toEqual(addresses.slice(30).reverse());
  const { kept } = await server.store.db
    .selectFrom('refusal')
    .innerJoin('endpoint', 'endpoint.id', 'refusal.endpoint_id')
    .where('token', '=', token)
    .select((eb) => eb.fn.countAll().as('kept'))
    .executeTakeFirstOrThrow();
  expect(Number(kept)).toBe(100);
});

test('a path is shown up to 256 bytes, as text', async () => {
  const path = `/wh/${token}/`;
  const sent = [
    ['a'.repeat(300), `${path}${'a'.repeat(256 - path.length)}`],
    ['ä?a=1', `${path}ä`],
    ['ä'.repeat(200), `${path}${'ä'.repeat((256 - path.length) / 2)}`],
    [`aaa${'😀'.repeat(100)}`, `${path}aaa${'😀'.repeat(55)}`],
    [Buffer.from([0xff, 0x61]), `${path}ÿa`],
    [Buffer.alloc(300, 0xff), `${path}${'ÿ'.repeat((256 - path.length) / 2)}`],
  ] as const;
  for (const [rest] of sent) {
    now += minute;
    const request = [Buffer.from(`POST ${path}`), Buffer.from(rest), Buffer.from(' FOO\r\n\r\n')];
    expect(await sendPieces(server.url, [Buffer.concat(request)])).toContain(' 400 ');
    await refusalsOnceSeen(visitor, token, 1);
  }
  const rows = await refusalsOnceSeen(visitor, token, sent.length);
  expect(rows.map((row) => row.path).reverse()).toEqual(sent.map(([, shown]) => shown));
});

test('they go after seven days', async () => {
  await using given = await startTestRetention();
  const { store, retention } = given;
  const { endpointId } = await given.endpoint(await given.account('enterprise'));
  const named = store.db.selectFrom('endpoint').select('token').where('id', '=', endpointId);
  const { token } = await named.executeTakeFirstOrThrow();
  const alike = { token, reason: 'aborted', method: 'POST', status: undefined } as const;
  const first = { ipAddress: '192.0.2.1', detail: undefined, path: '/', bytes: undefined };
  const network = (number: number) => ({ network: `192.0.2.${number}`, at: given.now() + number });
  const log = new RefusalLog({ db: store.db, log: silentLog });
  for (let number = 0; number < 60; number += 1)
    log.note(1, { ...alike, ...network(number) }, () => first);
  await log.close();
  const kept = async () => (await store.db.selectFrom('refusal').select('number').execute()).length;
  given.wait(7 * day - 1);
  await retention.runOnce();
  expect(await kept()).toBe(60);
  given.wait(31);
  expect(await listRefusals(store.db, endpointId, given.now())).toHaveLength(29);
  await retention.runOnce();
  expect(await kept()).toBe(29);
});

test('clearing and deletion remove them, those too that are yet to be written', async () => {
  const other = await visitor.endpoint();
  const seen = async (of: string) => (await refusalsOf(visitor, of)).length;
  await refuse('192.0.2.1');
  await refuse('192.0.2.1', { to: other });
  await refusalsOnceSeen(visitor, token, 1);
  await refusalsOnceSeen(visitor, other, 1);
  await refuse('192.0.2.2');
  await visitor.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
  now += 1;
  // What comes after the clear is shown, even if one like it waited to be written.
  await refuse('192.0.2.2');
  await refuse('192.0.2.3', { to: other });
  await refusalsOnceSeen(visitor, other, 2);
  expect(await refusalsOnceSeen(visitor, token, 1)).toMatchObject([{ count: 1 }]);
  expect(await seen(other)).toBe(2);

  await visitor.ask(204, 'DELETE', '/api/requests?through=1');
  expect([await seen(token), await seen(other)]).toEqual([0, 0]);

  now += 1;
  await refuse('192.0.2.1');
  await refuse('192.0.2.4', { to: other });
  await visitor.ask(204, 'DELETE', `/api/endpoints/${other}`);
  await refusalsOnceSeen(visitor, token, 1);
  expect(await seen(token)).toBe(1);
});

test('only the owner sees them, by session or key, and addresses of no endpoint leave nothing', async () => {
  const stranger = await startGuest(server);
  await refuse('192.0.2.1');
  const unknown = 'z'.repeat(26);
  expect((await send(server, unknown, { method: 'POST', body: 'x'.repeat(11) })).status).toBe(404);
  await refusalsOnceSeen(visitor, token, 1);
  const path = `/api/endpoints/${token}/refusals`;
  await stranger.ask(404, 'GET', path);
  await visitor.ask(404, 'GET', `/api/endpoints/${unknown}/refusals`);
  expect((await fetch(`${server.url}${path}`)).status).toBe(401);
  const tokens = await server.store.db
    .selectFrom('refusal')
    .leftJoin('endpoint', 'endpoint.id', 'refusal.endpoint_id')
    .select('token')
    .execute();
  expect(tokens).not.toContainEqual({ token: null });
});

test('a guest takes them along into the account', async () => {
  const guest = await startGuest(server);
  const mine = await guest.endpoint();
  await refuse('192.0.2.1', { to: mine });
  await refusalsOnceSeen(guest, mine, 1);
  await guest.ask(201, 'POST', '/api/auth/register', {
    email: 'guest@example.com',
    password: 'correct horse battery',
  });
  expect(await refusalsOf(guest, mine)).toHaveLength(1);
});
