import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { StoreFull } from '../../src/database/errors.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { createDatabase, type PostgresDatabase } from '../postgres/databases.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { allIds, stored } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, deleteEndpoint, newCapture } from '../store/store-rows.ts';

const mebibyte = 1024 * 1024;

let database: PostgresDatabase;
let stores: AsyncDisposableStack;
beforeEach(async () => {
  database = await createDatabase(inject('postgres'));
  stores = new AsyncDisposableStack();
});
afterEach(async () => {
  await stores.disposeAsync();
  await database[Symbol.asyncDispose]();
});

async function open(maxStoreBytes: number): Promise<Store> {
  const log = pino({ level: 'silent' });
  const store = await openPostgresStore({ url: database.url, role: 'server', maxStoreBytes, log });
  stores.defer(() => store.close());
  return store;
}

const quarter = (endpointId: number) =>
  newCapture(endpointId, { body: new Uint8Array(mebibyte / 4) });

test('captures at once never exceed maxStoreBytes, and are taken again once some went', async () => {
  const store = await open(4 * mebibyte);
  const { accountId, endpointId } = await addAccountWithEndpoint(store);
  const append = () => store.captures.append(quarter(endpointId));
  const first = await Promise.allSettled(Array.from({ length: 30 }, append));
  const refused = first.filter((result) => result.status === 'rejected');
  expect(refused.every(({ reason }) => reason instanceof StoreFull)).toBe(true);
  const kept = first.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(await allIds(store, { accountId })).toEqual(stored(kept));
  expect(await store.usedBytes()).toBeLessThanOrEqual(4 * mebibyte);
  expect(await store.usedBytes()).toBeGreaterThan(3 * mebibyte);
  await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreFull);

  await store.captures.clear({ accountId });
  await eventually(
    () => append().catch(() => undefined),
    (appended) => appended !== undefined,
  );
  await store.checkWritable();
  expect(await store.usedBytes()).toBeLessThan(mebibyte);
});

test('counts captures stored before, and those that others store and remove', async () => {
  const before = await open(mebibyte);
  const { accountId, endpointId } = await addAccountWithEndpoint(before);
  const append = ({ captures }: Store) => captures.append(quarter(endpointId));
  for (let count = 0; count < 3; count += 1) await append(before);
  const other = await open(mebibyte);
  await expect(append(other)).rejects.toBeInstanceOf(StoreFull);

  await before.captures.clear({ accountId });
  // The node measures every second.
  await eventually(
    () => append(other).catch(() => undefined),
    (appended) => appended !== undefined,
  );
  await deleteEndpoint(before, endpointId);
  expect(await other.usedBytes()).toBe(0);
});

test('a full database is answered 507 and told by /readyz, until it is cleared', async () => {
  const environment = { HOOKWELL_MAX_STORE_BYTES: '1000000' };
  await using node = await startServer({ databaseUrl: database.url, environment });
  await using other = await startServer({ databaseUrl: database.url, environment });
  // Guests may use only a share of it.
  const visitor = await startAccount(node);
  const token = await visitor.endpoint();
  const init = { method: 'POST', body: 'x'.repeat(300_000) };
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await send(node, token, init)).status);
  expect(statuses).toEqual([200, 200, 200, 507]);
  for (const { url } of [node, other]) {
    // The other node has to measure first, and has to refuse one capture, to know that the database is full.
    await eventually(
      () => send({ url }, token, init),
      ({ status }) => status === 507,
    );
    const readiness = await eventually(
      () => fetch(`${url}/readyz`),
      ({ status }) => status === 503,
    );
    expect(await readiness.text()).toContain('size limit');
  }

  await visitor.ask(204, 'DELETE', '/api/requests');
  for (const { url } of [node, other]) {
    await eventually(
      () => send({ url }, token, { method: 'POST', body: 'small' }),
      ({ status }) => status === 200,
    );
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 200);
  }
});
