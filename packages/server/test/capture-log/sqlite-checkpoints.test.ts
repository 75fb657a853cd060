import { renameSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { sqliteDatabase } from '../store/sqlite-database.ts';
import { allIds, stored } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const mebibyte = 1024 * 1024;

async function openStore() {
  const database = await sqliteDatabase();
  const store = await database.open();
  const { accountId, endpointId } = await addAccountWithEndpoint(store);
  const append = (bytes = mebibyte / 4) =>
    store.captures.append(newCapture(endpointId, { body: new Uint8Array(bytes) }));
  return { database, store, accountId, append };
}

test('captures come into the database file beside the thread that stores them', async () => {
  const { database, store, accountId, append } = await openStore();
  const appended = [];
  // 8 MiB: the storing thread itself would begin after 16.
  for (let count = 0; count < 32; count += 1) appended.push(await append());
  await eventually(() => statSync(database.file).size > 5 * mebibyte);

  // Nobody waits for the thread that copies, and its end loses nothing.
  await store.threads.reader.kill();
  for (let count = 0; count < 16; count += 1) appended.push(await append());
  expect(await eventually(() => allIds(store, { accountId }).catch(() => undefined))).toEqual(
    stored(appended),
  );
  const before = statSync(database.file).size;
  for (let count = 0; count < 16; count += 1) await append();
  await eventually(() => statSync(database.file).size > before);
  await store.close();
  await database.remove();
});

test('a log that nobody copied meanwhile is copied by the thread that stores', async () => {
  const { database, store, append } = await openStore();
  await store.threads.reader.close();
  for (let count = 0; count < 40; count += 1) await append(mebibyte);
  expect(statSync(database.file).size).toBeGreaterThan(20 * mebibyte);
  expect(statSync(`${database.file}-wal`).size).toBeLessThan(24 * mebibyte);
  await store.close();
  await database.remove();
});

test('a file that is gone costs the copies, and neither captures nor reads', async () => {
  const { database, store, accountId, append } = await openStore();
  const appended = [await append()];
  expect(await allIds(store, { accountId })).toEqual(stored(appended));
  renameSync(database.file, `${database.file}.away`);
  for (let count = 0; count < 8; count += 1) appended.push(await append());
  for (let read = 0; read < 3; read += 1)
    expect(await allIds(store, { accountId })).toEqual(stored(appended));
  renameSync(`${database.file}.away`, database.file);
  await store.close();
  await database.remove();
});
