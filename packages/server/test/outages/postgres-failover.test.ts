import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { startDatabaseProxy } from '../postgres/database-proxy.ts';
import { type PostgresServer, startPostgres, startStandby } from '../postgres/postgres-server.ts';
import { startProcess } from '../server-process.ts';
import { send, startGuest, type Visitor } from '../start-server.ts';
import { isReady } from './away.ts';
import { Follower } from './follower.ts';
import { environment, expectAllStored, expectPlainAnswers, Load } from './load.ts';

/** From now on the primary answers only once the standby has the commit too. */
async function waitForStandby(primary: PostgresServer, name: string): Promise<void> {
  await primary.set({ synchronous_standby_names: name });
  await eventually(async () => {
    const rows = await query(primary.url, 'select sync_state from pg_stat_replication');
    return rows.some(({ sync_state }) => sync_state === 'sync');
  });
}

test('a standby takes over under load, and nothing that was acknowledged is lost', async () => {
  await using primary = await startPostgres();
  await using standby = await startStandby(primary, 'second');
  await waitForStandby(primary, 'second');
  await using proxy = await startDatabaseProxy(primary.url);
  await using node = await startProcess({ databaseUrl: proxy.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  await using follower = new Follower(visitor);
  const load = new Load(node, token);
  await load.more(200, 500);

  // Commits that the standby does not get any more must not be acknowledged either.
  await standby.set({ primary_conninfo: '' });
  await eventually(async () => {
    const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'";
    return (await query(primary.url, waiting)).length > 0;
  });
  await primary.kill();
  await standby.promote();
  proxy.retarget(standby.url);
  await load.more(200, 500);
  await eventually(() => isReady(visitor));
  const answers = await load.stop();
  expectPlainAnswers(answers);
  await expectAllStored(standby.url, answers);
  await follower.hasAllOf(standby.url);
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toHaveLength(1);
});

test('a node leaves a server that takes no writes any more as soon as there is another', async () => {
  await using primary = await startPostgres();
  await using standby = await startStandby(primary, 'second');
  // The node meets the standby first, as if a name still led to the former primary.
  await using proxy = await startDatabaseProxy(primary.url);
  await using node = await startProcess({ databaseUrl: proxy.url, environment });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  const before = await send(node, token);
  await eventually(async () => {
    const [row] = await query(standby.url, 'select max(id)::int as id from captured_request');
    return row?.id === before.id;
  });
  proxy.retarget(standby.url);
  proxy.cutAll();
  await eventually(() => proxy.connections === 0);

  // The standby may be out of date.
  const answers = await Promise.all([
    send(node, token),
    fetch(`${node.url}/readyz`),
    visitor.call('GET', '/api/requests?limit=1'),
    visitor.call('POST', '/api/endpoints'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(node.standardError()).toMatch(/PostgreSQL is a standby at this address/);

  // The old server does not have captures that are stored from now on.
  await query(standby.url, 'select pg_wal_replay_pause()');
  proxy.retarget(primary.url);
  const after = await eventually(
    () => send(node, token),
    ({ status }) => status === 200,
  );
  expect(after.id).toBeGreaterThan(before.id);
  expect(await newestFrom(visitor)).toEqual(Array.from({ length: 8 }, () => after.id));
  await eventually(() => isReady(visitor));
});

/** The newest capture as several connections at once have it. */
async function newestFrom(visitor: Visitor): Promise<number[]> {
  const reads = Array.from({ length: 8 }, async () => {
    const [newest] = await visitor.ask(200, 'GET', '/api/requests?limit=1');
    return newest.id;
  });
  return await Promise.all(reads);
}
