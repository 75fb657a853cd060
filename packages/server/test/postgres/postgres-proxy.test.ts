import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { connect, query } from './connect.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { createDatabase } from './databases.ts';

test('cuts connections, on both sides', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(proxy.url)));
  expect(proxy.connections).toBe(5);
  expect(proxy.cutSome(0)).toBe(0);
  const failing = clients.map((client) => client.query('select pg_sleep(60)').catch(() => 'cut'));
  proxy.cutAll();
  expect(await Promise.all(failing)).toEqual(clients.map(() => 'cut'));
  await eventually(() => proxy.connections === 0);
  expect(await query(proxy.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('holds everything back without closing anything, then goes on', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  await using client = await connect(proxy.url);
  proxy.pause();
  const asked = client.query("select repeat('x', 1000000) as text").then(({ rows }) => rows.length);
  const late = query(proxy.url, 'select 1 as one');
  // A query past the proxy shows that there was time for an answer.
  await query(database.url, 'select pg_sleep(0.2)');
  expect(await Promise.race([asked, late, 'nothing yet'])).toBe('nothing yet');
  expect(proxy.connections).toBe(2);
  proxy.resume();
  expect(await asked).toBe(1);
  expect(await late).toEqual([{ one: 1 }]);
});

test('leads new connections elsewhere', async () => {
  await using one = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy('postgres://127.0.0.1:1/nowhere');
  const there = new URL(one.url);
  there.host = new URL(proxy.url).host;
  await expect(query(there.href, 'select 1')).rejects.toThrow();
  proxy.retarget(one.url);
  expect(await query(there.href, 'select 1 as one')).toEqual([{ one: 1 }]);
});
