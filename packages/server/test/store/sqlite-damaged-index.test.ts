import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { idsOf, searchAll, searchQuery } from '../capture-log/search-fixture.ts';
import { sqliteDatabase } from './sqlite-database.ts';
import { addAccountWithEndpoint, newCapture } from './store-rows.ts';

/** Changes rows as damage does: the index stays as it is. */
function changeRows(file: string, change: string): void {
  const index = `name = 'captured_request_by_endpoint'`;
  const columns = 'type, name, tbl_name, rootpage, sql';
  // Each step is a connection that knows the schema which the one before has left.
  const steps = [
    `create table left_out as select ${columns} from sqlite_schema where ${index};
      delete from sqlite_schema where ${index}`,
    change,
    `insert into sqlite_schema (${columns}) select ${columns} from left_out; drop table left_out`,
  ];
  for (const step of steps) {
    const connection = new DatabaseSync(file, { defensive: false });
    connection.exec(`pragma writable_schema = on; ${step}`);
    connection.close();
  }
}

/** Two endpoints of an account each; the first has five captures, the first of which `damage` damages in the file. */
async function damaged(damage: (file: string) => void) {
  const database = await sqliteDatabase();
  const before = await database.open();
  const scope = await addAccountWithEndpoint(before);
  const other = await addAccountWithEndpoint(before);
  for (const digit of '12345')
    await before.captures.append(newCapture(scope.endpointId, { body: digit.repeat(3000) }));
  await before.captures.append(newCapture(other.endpointId));
  await before.close();
  damage(database.file);
  const store = await database.open();
  const ids = async () =>
    (await store.captures.readIds(scope, { order: 'oldestFirst', limit: 10 })).ids;
  const end = async () => {
    await store.close();
    await database.remove();
  };
  return { store, captures: store.captures, scope, ids, end };
}

const gone = 'delete from captured_request where id = 1';

test.each([
  ['whose row is gone', gone, []],
  ['that is at another endpoint', 'update captured_request set endpoint_id = 2 where id = 1', [1]],
  ['that is at no endpoint', 'update captured_request set endpoint_id = 77 where id = 1', [1]],
])('a capture %s stops no removal', async (_, change, left) => {
  const { captures, scope, ids, end } = await damaged((file) => changeRows(file, change));
  expect(await captures.oldestReceivedAt([scope.endpointId])).toHaveProperty('size', 1);
  expect((await captures.removeOldest(scope, { keepCount: 2 })).removed).toBeGreaterThan(0);
  expect((await ids()).at(-1)).toBe(5);
  await captures.removeOldest(scope, { olderThan: Number.MAX_SAFE_INTEGER });
  expect(await ids()).toEqual(left);
  await captures.append(newCapture(scope.endpointId));
  await captures.clear(scope);
  expect(await captures.purge()).toBe(1);
  await end();
});

test('a damaged time does not keep other captures for ever', async () => {
  const never = 'update captured_request set received_at = 1 << 52 where id = 1';
  const { captures, scope, ids, end } = await damaged((file) => changeRows(file, never));
  expect([...(await captures.oldestReceivedAt([scope.endpointId]))]).toEqual([
    [scope.endpointId, 0],
  ]);
  const expiry = { olderThan: newCapture(scope.endpointId).receivedAt + 1 };
  expect((await captures.removeOldest(scope, expiry)).removed).toBe(4);
  expect(await ids()).toEqual([1]);
  await end();
});

/** Each capture here has a page of its own: that of the first one becomes no page at all. */
function spoilFirstRow(file: string): void {
  const bytes = readFileSync(file);
  // The root of the table has remains of it as well, from when it was the only page.
  const at = bytes.lastIndexOf('1'.repeat(1000));
  bytes[at - (at % 4096)] = 99;
  writeFileSync(file, bytes);
}

test('a row that SQLite cannot read is left out, and the others are read', async () => {
  const { store, captures, scope, end } = await damaged(spoilFirstRow);
  const query = { order: 'oldestFirst', limit: 10, maxBytes: 1e9, withBody: true } as const;
  const page = await captures.readPage(scope, query);
  expect(page.captures.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  const texts = await captures.readListPage(scope, query);
  expect('ids' in texts && texts.ids).toEqual([2, 3, 4, 5]);
  expect(idsOf((await searchAll(store, scope, searchQuery('4444'))).found)).toEqual([4]);
  await end();
});
