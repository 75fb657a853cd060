import { describe, expect, inject, test } from 'vitest';
import {
  allIds,
  appendMany,
  expectExactCounters,
  readPage,
  stored,
  withStore,
} from '../store/store-fixture.ts';
import {
  addAccount,
  addAccountWithEndpoint,
  addEndpoint,
  deleteEndpoint,
  newCapture,
} from '../store/store-rows.ts';

const open = withStore();

describe('purge', () => {
  test('removes the captures of deleted endpoints, in steps of at most 500', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const gone = await addEndpoint(open.store, accountId);
    const kept = await appendMany(open.store, endpointId, 10);
    await appendMany(open.store, gone, 1100);
    await deleteEndpoint(open.store, gone);
    expect(await allIds(open.store, { accountId })).toEqual(kept);
    let sum = 0;
    for (let removed = 1; removed > 0; sum += removed) {
      removed = await open.store.captures.purge();
      expect(removed).toBeLessThanOrEqual(500);
    }
    expect(sum).toBe(1100);
    expect(await allIds(open.store, { accountId })).toEqual(kept);
    expect(await open.store.captures.purge()).toBe(0);
    const notes = await open.store.db.selectFrom('purge').selectAll().execute();
    expect(notes).toEqual([]);
  });

  test('is not done before it found the captures behind many empty notes', async () => {
    const accountId = await addAccount(open.store);
    // A step takes one note on PostgreSQL, and 500 on SQLite.
    const length = inject('store') === 'postgres' ? 60 : 600;
    for (let count = 0; count < 40; count++) {
      await deleteEndpoint(open.store, await addEndpoint(open.store, accountId));
    }
    await open.store.db
      .insertInto('purge')
      .values(Array.from({ length }, () => ({ endpoint_id: 99_999, through_id: 1 })))
      .execute();
    const endpointId = await addEndpoint(open.store, accountId);
    await appendMany(open.store, endpointId, 3);
    await deleteEndpoint(open.store, endpointId);
    expect(await open.store.captures.purge()).toBe(3);
    expect(await open.store.captures.purge()).toBe(0);
  });
});

describe('removeOldest', () => {
  test('stays within one endpoint', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sibling = await addEndpoint(open.store, accountId);
    const kept = await appendMany(open.store, sibling, 3);
    const ids = await appendMany(open.store, endpointId, 5);
    await open.store.captures.removeOldest({ accountId, endpointId }, { keepCount: 1 });
    expect(await allIds(open.store, { accountId })).toEqual([...kept, ids[4]]);
    const stranger = await addAccount(open.store);
    const foreign = await open.store.captures.removeOldest(
      { accountId: stranger, endpointId },
      { keepCount: 0 },
    );
    expect(foreign).toEqual({ removed: 0, bytes: 0 });
  });

  test('counts what goes, by endpoint, hour and cause', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sibling = await addEndpoint(open.store, accountId);
    await appendMany(open.store, sibling, 3);
    await appendMany(open.store, endpointId, 5);
    const hours = (count: number) => count * 3_600_000;
    for (const [keepCount, noted] of [
      [7, { by: 'bytes', at: hours(5) }],
      [6, { by: 'bytes', at: hours(6) - 1 }],
      [3, { by: 'number', at: hours(6) }],
      [2, undefined],
    ] as const) {
      await open.store.captures.removeOldest({ accountId }, { keepCount, ...(noted && { noted }) });
    }
    const rows = await open.store.db
      .selectFrom('removal')
      .selectAll()
      .where('endpoint_id', 'in', [endpointId, sibling])
      .orderBy('captures')
      .orderBy('hour')
      .execute();
    expect(rows).toEqual([
      { endpoint_id: sibling, hour: 6, cause: 'number', captures: 1 },
      { endpoint_id: sibling, hour: 5, cause: 'bytes', captures: 2 },
      { endpoint_id: endpointId, hour: 6, cause: 'number', captures: 2 },
    ]);
  });

  test('removes at most 500 in a step, and says how many bytes went', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 600);
    const before = await heldBytes(accountId);
    const step = await open.store.captures.removeOldest({ accountId }, {});
    expect(step.removed).toBe(500);
    expect(step.bytes).toBe(before - (await heldBytes(accountId)));
    expect(await allIds(open.store, { accountId })).toEqual(ids.slice(500));
  });

  test('keeps as many bytes as asked, at least', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    for (let count = 0; count < 5; count++) {
      await open.store.captures.append(newCapture(endpointId, { body: new Uint8Array(1000) }));
    }
    const keepBytes = (await heldBytes(accountId)) - 1500;
    const step = await open.store.captures.removeOldest({ accountId }, { keepBytes });
    expect(step.removed).toBe(2);
    expect(step.bytes).toBeGreaterThanOrEqual(2000);
    const again = await open.store.captures.removeOldest({ accountId }, { keepBytes });
    expect(again).toEqual({ removed: 0, bytes: 0 });
    await expectExactCounters(open.store, accountId);
  });

  test('spares captures that are not older than asked', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = [];
    for (const receivedAt of [1000, 2000, 3000, 4000]) {
      ids.push((await open.store.captures.append(newCapture(endpointId, { receivedAt })))?.id);
    }
    const step = await open.store.captures.removeOldest({ accountId }, { olderThan: 3000 });
    expect(step.removed).toBe(2);
    expect(await allIds(open.store, { accountId })).toEqual(ids.slice(2));
    const again = await open.store.captures.removeOldest({ accountId }, { olderThan: 3000 });
    expect(again).toEqual({ removed: 0, bytes: 0 });
  });

  test('never removes too much, however many steps run at once', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 60);
    const steps = await Promise.all(
      Array.from({ length: 8 }, () =>
        open.store.captures.removeOldest({ accountId, endpointId }, { keepCount: 25 }),
      ),
    );
    expect(steps.reduce((sum, { removed }) => sum + removed, 0)).toBe(35);
    expect(await allIds(open.store, { accountId })).toEqual(ids.slice(35));
    await expectExactCounters(open.store, accountId);
  });

  test('works to the end of a scope in bounded steps if bodies are large', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const body = new Uint8Array(10 * 1024 * 1024);
    for (let count = 0; count < 4; count++) {
      await open.store.captures.append(newCapture(endpointId, { body }));
    }
    let steps = 0;
    for (let removed = 1; removed > 0; steps++) {
      ({ removed } = await open.store.captures.removeOldest({ accountId }, {}));
    }
    expect(steps).toBeGreaterThan(2);
    expect(await readPage(open.store, { accountId })).toMatchObject({ captures: [] });
    await expectExactCounters(open.store, accountId);
  });

  async function heldBytes(accountId: number): Promise<number> {
    const endpoints = await open.store.db
      .selectFrom('endpoint')
      .select('capture_bytes')
      .where('account_id', '=', accountId)
      .execute();
    return endpoints.reduce((sum, { capture_bytes }) => sum + capture_bytes, 0);
  }
});

describe('everything at once', () => {
  test('loses nothing that was acknowledged and not removed', async () => {
    const accountId = await addAccount(open.store);
    const endpoints = [];
    for (let count = 0; count < 5; count++) {
      endpoints.push(await addEndpoint(open.store, accountId));
    }
    const acknowledged = new Set<number>();
    const removed = new Set<number>();
    async function append(endpointId: number): Promise<void> {
      for (let count = 0; count < 40; count++) {
        const [id = 0] = stored([await open.store.captures.append(newCapture(endpointId))]);
        acknowledged.add(id);
        if (id % 5 !== 0) continue;
        expect(await open.store.captures.removeOne(accountId, id)).toBe(true);
        removed.add(id);
      }
    }
    const reading = allIds(open.store, { accountId }, 10);
    await Promise.all(endpoints.flatMap((id) => [append(id), append(id), append(id)]));
    await reading;
    const expected = [...acknowledged].filter((id) => !removed.has(id)).sort((a, b) => a - b);
    expect(acknowledged.size).toBe(600);
    expect(await allIds(open.store, { accountId })).toEqual(expected);
    await expectExactCounters(open.store, accountId);
  });
});
