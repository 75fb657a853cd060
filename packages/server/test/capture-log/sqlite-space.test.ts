import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppendedCapture } from '../../src/capture-log/captures.ts';
import { StoreFull } from '../../src/database/errors.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { type SqliteTestDatabase, sqliteDatabase } from '../store/sqlite-database.ts';
import { allIds, expectExactCounters, purgeAll, stored } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const mebibyte = 1024 * 1024;

describe('the space of an SQLite database', () => {
  let database: SqliteTestDatabase;
  let store: SqliteStore;
  beforeEach(async () => {
    database = await sqliteDatabase();
  });
  afterEach(async () => {
    await store.close();
    await database.remove();
  });

  test('is bounded by maxStoreBytes, and captures are taken again once some was freed', async () => {
    store = await database.open({ maxStoreBytes: 4 * mebibyte });
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const append = () =>
      store.captures.append(newCapture(endpointId, { body: new Uint8Array(mebibyte / 4) }));
    const first = await Promise.allSettled(Array.from({ length: 30 }, append));
    const refused = first.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(14);
    expect(refused.every(({ reason }) => reason instanceof StoreFull)).toBe(true);
    const kept = first.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(await allIds(store, { accountId })).toEqual(stored(kept));
    expect(await store.usedBytes()).toBeLessThanOrEqual(4 * mebibyte);
    expect(await store.usedBytes()).toBeGreaterThan(3 * mebibyte);

    await store.captures.clear({ accountId });
    await expect(append()).rejects.toBeInstanceOf(StoreFull);
    await purgeAll(store);
    stored([await append()]);
    expect(await store.usedBytes()).toBeLessThan(mebibyte);
    await expectExactCounters(store, accountId);
  });

  test('counts from the start the captures of an earlier run', async () => {
    store = await database.open();
    const { endpointId } = await addAccountWithEndpoint(store);
    const capture = newCapture(endpointId, { body: new Uint8Array(mebibyte) });
    await store.captures.append(capture);
    await store.close();
    store = await database.open({ maxStoreBytes: mebibyte });
    await expect(store.captures.append(newCapture(endpointId))).rejects.toBeInstanceOf(StoreFull);
    await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreFull);
  });

  test('goes back to the file system, in steps, while captures come', async () => {
    store = await database.open();
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    for (let count = 0; count < 32; count++) {
      await store.captures.append(newCapture(endpointId, { body: new Uint8Array(mebibyte) }));
    }
    const recent = await store.captures.append(newCapture(endpointId));
    await store.captures.removeOldest({ accountId }, { keepCount: 17 });
    await store.captures.removeOldest({ accountId }, { keepCount: 1 });
    await checkpointed();
    expect(statSync(database.file).size).toBeGreaterThan(30 * mebibyte);
    let steps = 0;
    const appended: Promise<AppendedCapture | undefined>[] = [];
    for (let more = true; more; steps++) {
      appended.push(store.captures.append(newCapture(endpointId)));
      more = await store.captures.releaseSpace();
    }
    expect(steps).toBeGreaterThan(10);
    await checkpointed();
    expect(statSync(database.file).size).toBeLessThan(3 * mebibyte);
    const kept = [recent, ...(await Promise.all(appended))];
    expect(await allIds(store, { accountId })).toEqual(stored(kept));
  });

  test('a long write-ahead log is cut once captures ceased to come', async () => {
    store = await database.open();
    const { endpointId } = await addAccountWithEndpoint(store);
    await store.captures.append(newCapture(endpointId, { body: new Uint8Array(25 * mebibyte) }));
    expect(statSync(`${database.file}-wal`).size).toBeGreaterThan(20 * mebibyte);
    await vi.waitFor(
      async () => {
        await store.captures.releaseSpace();
        expect(statSync(`${database.file}-wal`).size).toBe(0);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  /** The database file has its size only after the write-ahead log was copied into it, so after a restart. */
  async function checkpointed(): Promise<void> {
    await store.close();
    store = await database.open();
  }
});
