import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { searchQuery } from '../capture-log/search-fixture.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

describe('the thread that searches', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let proxy: DatabaseProxy;
  let store: PostgresStore;
  let scope: { accountId: number };

  const open = (idleSearchMs?: number) =>
    openPostgresStore({
      url: proxy.url,
      log: pino({ level: 'silent' }),
      role: 'server',
      idleSearchMs,
    });
  const search = () => store.captures.search(scope, searchQuery('hello'));
  const searchConnections = () =>
    query(
      database.url,
      "select pid from pg_stat_activity where application_name = 'hookwell search' and datname = current_database()",
    );

  beforeEach(async () => {
    database = await createDatabase(inject('postgres'));
    proxy = await startDatabaseProxy(database.url);
    store = await open();
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    scope = { accountId };
    await store.captures.append(newCapture(endpointId));
  });
  afterEach(async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test('starts with the first search, with one connection, and ends with the store', async () => {
    expect(store.searching.isRunning).toBe(false);
    await Promise.all([search(), search(), search()]);
    expect(await searchConnections()).toHaveLength(1);
    await store.close();
    await eventually(async () => (await searchConnections()).length === 0);
    await expect(search()).rejects.toThrow(StoreUnavailable);
  });

  test('ends after some idle time, and the next search starts another', async () => {
    await store.close();
    store = await open(20);
    await search();
    await eventually(() => !store.searching.isRunning);
    await eventually(async () => (await searchConnections()).length === 0);
    expect((await search()).found).toHaveLength(1);
  });

  test('takes a new connection for one that was cut', async () => {
    await search();
    await query(
      database.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hookwell search' and datname = current_database()",
    );
    await eventually(async () => (await search().catch(() => undefined))?.found.length === 1);
  });

  test('rejects what it has not answered when it is killed, and the next search starts another', async () => {
    await search();
    proxy.pause();
    const waiting = search();
    void store.searching.kill();
    await expect(waiting).rejects.toThrow(StoreUnavailable);
    proxy.resume();
    expect((await search()).found).toHaveLength(1);
  });

  test('is given up with a store that must end, though the database does not answer', async () => {
    await search();
    proxy.pause();
    const waiting = search();
    store.giveUp();
    await expect(waiting).rejects.toThrow(StoreUnavailable);
    await store.close();
  });
});
