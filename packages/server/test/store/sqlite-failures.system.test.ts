import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { smallDisk } from '../small-disk.ts';
import { sqliteDatabase } from './sqlite-database.ts';
import { allIds, appendMany, expectExactCounters } from './store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

describe('when SQLite fails', () => {
  const disposers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const dispose of disposers.splice(0).reverse()) await dispose();
  });

  async function open(parent?: string): Promise<SqliteStore> {
    const database = await sqliteDatabase(parent);
    disposers.push(() => database.remove());
    const store = await database.open();
    disposers.push(() => store.close());
    return store;
  }

  test('a file that may not grow refuses captures, and takes them again once it may', async () => {
    const store = await open();
    const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
    await limit(200);
    await expectRefusedUntil(store, () => limit(1_000_000));
  });

  test('a full disk refuses captures, and takes them again once there is room', async (context) => {
    const disk = smallDisk();
    // Only root may mount one; the test before this one makes SQLite report the same error anywhere.
    if (disk === undefined) return context.skip('needs the right to mount a tmpfs');
    disposers.push(disk.unmount);
    const filler = join(disk.folder, 'filler');
    writeFileSync(filler, new Uint8Array(8 * 1024 * 1024));
    const store = await open(disk.folder);
    await expectRefusedUntil(store, () => rmSync(filler));
  });

  /** Fills the store until it refuses, then calls `makeRoom`; the store must work again by itself. */
  async function expectRefusedUntil(store: SqliteStore, makeRoom: () => unknown): Promise<void> {
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const body = new Uint8Array(200_000);
    const kept: (number | undefined)[] = [];
    const append = async () => {
      kept.push((await store.captures.append(newCapture(endpointId, { body })))?.id);
    };
    const refused = async () => {
      for (;;) await append();
    };
    await expect(refused()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    const growing = { subject: 'x'.repeat(300_000), started_at: 1, attempts: 1 };
    const insert = store.db.insertInto('auth_attempt').values(growing).execute();
    await expect(insert).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await allIds(store, { accountId })).toEqual(kept);
    await makeRoom();
    await append();
    await store.checkWritable();
    expect(await allIds(store, { accountId })).toEqual(kept);
    await expectExactCounters(store, accountId);
  }

  test('a writer that dies is replaced; captures that it may have stored unanswered are announced', async () => {
    const store = await open();
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const announced: number[] = [];
    store.captures.onCommitted(({ captures }) => {
      for (const { id, accountId: owner, capture } of captures) {
        expect(owner).toBe(accountId);
        expect(capture.endpointId).toBe(endpointId);
        expect(Buffer.concat(capture.body).toString()).toBe('hello');
        announced.push(id);
      }
    });
    const acknowledged: number[] = [];
    let done = false;
    async function append(): Promise<void> {
      while (!done) {
        try {
          const appended = await store.captures.append(newCapture(endpointId));
          acknowledged.push(appended?.id ?? 0);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }
    }
    const callers = Array.from({ length: 40 }, append);
    for (let round = 1; round <= 5; round++) {
      await store.threads.writer.kill();
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 200), 60_000);
    }
    done = true;
    await Promise.all(callers);
    const kept = await allIds(store, { accountId }, 1000);
    expect(announced).toEqual(kept);
    expect(new Set(kept)).toEqual(new Set([...acknowledged, ...kept]));
    expect(store.captures.committedThrough).toBe(kept.at(-1));
    await expectExactCounters(store, accountId);
  });

  test('a transaction does not outlive the thread that had it', async () => {
    const store = await open();
    const { accountId } = await addAccountWithEndpoint(store);
    const transaction = store.db.transaction().execute(async (inside) => {
      await inside.updateTable('account').set({ plan: 'free' }).execute();
      await store.threads.writer.kill();
      await vi.waitFor(() => store.checkWritable(), 60_000);
      await inside.updateTable('account').set({ status: 'canceled' }).execute();
    });
    await expect(transaction).rejects.toBeInstanceOf(StoreUnavailable);
    const account = await store.db.selectFrom('account').selectAll().executeTakeFirst();
    expect(account).toMatchObject({ id: accountId, plan: 'plus', status: 'active' });
  });

  test('a transaction that takes too long is rolled back, and others go on', async () => {
    const store = await open();
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    const waiting: Promise<number[]>[] = [];
    const transaction = store.db.transaction().execute(async (inside) => {
      await inside.updateTable('account').set({ plan: 'free' }).execute();
      waiting.push(appendMany(store, endpointId, 3));
      await Promise.all(waiting);
      await inside.updateTable('account').set({ status: 'canceled' }).execute();
    });
    await expect(transaction).rejects.toBeInstanceOf(StoreUnavailable);
    const account = await store.db.selectFrom('account').selectAll().executeTakeFirst();
    expect(account).toMatchObject({ id: accountId, plan: 'plus', status: 'active' });
    expect(await allIds(store, { accountId })).toEqual((await Promise.all(waiting)).flat());
  });

  test('a store that was closed refuses everything', async () => {
    const database = await sqliteDatabase();
    disposers.push(() => database.remove());
    const store = await database.open();
    const { accountId, endpointId } = await addAccountWithEndpoint(store);
    await store.close();
    await expect(store.captures.append(newCapture(endpointId))).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.captures.readOne(accountId, 1)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
