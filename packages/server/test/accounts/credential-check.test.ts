import { expect, test } from 'vitest';
import { endedCredentials } from '../../src/accounts/credential-check.ts';
import type { Credential } from '../../src/http/caller.ts';
import {
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  withKey,
} from '../start-server.ts';

async function credentialsOf(server: TestServer): Promise<Credential[]> {
  const { db } = server.store;
  const sessions = await db.selectFrom('session').select('id').orderBy('id').execute();
  const keys = await db.selectFrom('api_key').select('id').orderBy('id').execute();
  return [
    ...sessions.map(({ id }) => ({ kind: 'session' as const, id })),
    ...keys.map(({ id }) => ({ kind: 'key' as const, id })),
  ];
}

test('credentials that still count are told from those that have ended', async () => {
  const time = { now: Date.UTC(2026, 0, 1) };
  await using server = await startServer({ clock: () => time.now });
  const { db } = server.store;
  const ended = async (list: Credential[]) => await endedCredentials(db, time.now, list);
  const account = await startAccount(server, 'plus');
  await withKey(account);
  await withKey(account);
  const paying = await startAccount(server, 'enterprise');
  await withKey(paying);
  await startGuest(server);
  const all = await credentialsOf(server);
  const [first, second, guest, key, otherKey] = all;
  expect(all).toHaveLength(6);
  expect(await ended(all)).toEqual([]);
  expect(await ended([])).toEqual([]);

  // A late payment ends nothing, a cancellation ends keys.
  const set = (status: 'past_due' | 'canceled' | 'active', plan: 'plus' | 'free') =>
    db.updateTable('account').set({ status, plan }).where('id', '=', account.id).execute();
  await set('past_due', 'plus');
  expect(await ended(all)).toEqual([]);
  await set('canceled', 'plus');
  expect(await ended(all)).toEqual([key, otherKey]);
  await set('active', 'free');
  expect(await ended(all)).toEqual([key, otherKey]);
  await set('active', 'plus');

  const [listed] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${listed.trackingId}`);
  expect(await ended(all)).toEqual([key]);
  await account.ask(204, 'POST', '/api/auth/logout');
  expect(await ended(all)).toEqual([first, key]);
  // Ids are never used twice, so no other credential stands in for one that ended.
  await startAccount(server);
  expect(await ended(all)).toEqual([first, key]);

  time.now += 7 * 24 * 3_600_000;
  expect(await ended(all)).toEqual([first, guest, key]);
  time.now += 23 * 24 * 3_600_000;
  expect(await ended(all)).toEqual([first, second, guest, key]);
});

test('thousands at once', async () => {
  await using server = await startServer();
  await startGuest(server);
  const [live] = await credentialsOf(server);
  const unknown = Array.from({ length: 3000 }, (_, i) => ({
    kind: i % 2 === 0 ? ('session' as const) : ('key' as const),
    id: 1000 + i,
  }));
  const list = live === undefined ? [] : [...unknown, live];
  expect(await endedCredentials(server.store.db, Date.now(), list)).toEqual(unknown);
});
