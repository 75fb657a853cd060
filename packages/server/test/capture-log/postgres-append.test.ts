import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { connect, query } from '../postgres/connect.ts';
import { type PostgresTestDatabase, postgresDatabase } from '../store/postgres-database.ts';
import { allIds, expectExactCounters, stored } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, addEndpoint, newCapture } from '../store/store-rows.ts';

let database: PostgresTestDatabase;
let store: Store;
let accountId: number;
let endpointId: number;
beforeEach(async () => {
  database = await postgresDatabase();
  store = await database.open();
  ({ accountId, endpointId } = await addAccountWithEndpoint(store));
});
afterEach(async () => {
  await store.close();
  await database.remove();
});

const waitingForLock = () =>
  query(
    database.url,
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );

test.each([
  ['settings change', 'update endpoint set settings_version = 1 where id = $1'],
  ['endpoint is deleted', 'delete from endpoint where id = $1'],
])('a group of one endpoint that waits while its %s is not stored', async (_, change) => {
  await using other = await connect(database.url);
  await other.query('begin');
  await other.query(change, [endpointId]);
  const waiting = store.captures.append(newCapture(endpointId));
  await eventually(async () => (await waitingForLock()).length);
  await other.query('commit');
  expect(await waiting).toBeUndefined();
  expect(await allIds(store, { accountId })).toEqual([]);
  await expectExactCounters(store, accountId);
});

test('a group of one endpoint that waits for its row counts onto the newest counters', async () => {
  const [first] = stored([await store.captures.append(newCapture(endpointId))]);
  await using other = await connect(database.url);
  await other.query('begin');
  await other.query('update endpoint set capture_bytes = capture_bytes where id = $1', [
    endpointId,
  ]);
  const waiting = store.captures.append(newCapture(endpointId));
  await eventually(async () => (await waitingForLock()).length);
  await other.query('commit');
  const [second] = stored([await waiting]);
  expect(await allIds(store, { accountId })).toEqual([first, second]);
  await expectExactCounters(store, accountId);
});

test('captures of an endpoint have ids in the order in which they came, in groups of one endpoint and of several', async () => {
  const second = await addEndpoint(store, accountId);
  const appended = new Map<number, ReturnType<typeof store.captures.append>[]>([
    [endpointId, []],
    [second, []],
  ]);
  for (let turn = 0; turn < 20; turn += 1) {
    // One group a turn of the event loop; the captures of every other group are of both endpoints.
    for (let count = 0; count < 20; count += 1) {
      const id = turn % 2 === 1 && count % 2 === 1 ? second : endpointId;
      appended.get(id)?.push(store.captures.append(newCapture(id)));
    }
    await new Promise(setImmediate);
  }
  const all: number[] = [];
  for (const ofEndpoint of appended.values()) {
    const ids = stored(await Promise.all(ofEndpoint));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    all.push(...ids);
  }
  expect(await allIds(store, { accountId })).toEqual(all.toSorted((a, b) => a - b));
  await expectExactCounters(store, accountId);
});
