import { expect, test } from 'vitest';
import { sqliteDatabase } from '../store/sqlite-database.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

test('a page of texts ends before a capture that would make it longer than 256 KiB', async () => {
  const database = await sqliteDatabase();
  const store = await database.open();
  const { accountId, endpointId } = await addAccountWithEndpoint(store);
  // Each of these bytes takes six characters as a text.
  const capture = (bytes: number): ReturnType<typeof newCapture> =>
    newCapture(endpointId, { body: new Uint8Array(bytes).fill(1) });
  await store.captures.append(capture(60_000));
  await store.captures.append(capture(42_000));
  const page = await store.captures.readListPage(
    { accountId },
    {
      ...{ order: 'newestFirst', limit: 250, maxBytes: 128 * 1024 },
      ...{ withBody: true, largestBodyBytes: 64 * 1024 },
    },
  );
  if (!('texts' in page)) throw new Error('SQLite gives texts');
  expect(page.ids).toHaveLength(1);
  expect(page.texts.length).toBeGreaterThan(6 * 42_000);
  expect(page.texts.length).toBeLessThan(256 * 1024);
  expect(page.more).toBe(true);
  await store.close();
  await database.remove();
});
