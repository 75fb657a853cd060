import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { eventually } from '../../eventually.ts';
import { query } from '../../postgres/connect.ts';
import { password, send, startServer, type TestServer, Visitor } from '../../start-server.ts';
import { type PostgresTestDatabase, postgresDatabase } from '../../store/postgres-database.ts';
import { type SqliteTestDatabase, sqliteDatabase } from '../../store/sqlite-database.ts';
import { email, environment, type Instance, makeInstance } from './instance.ts';
import { freshlyMigrated } from './migrated.ts';
import { rowsOfFile, rowsOfPostgres } from './rows.ts';
import { everythingShown, visitorAt } from './shown.ts';

let source: SqliteTestDatabase;
let target: PostgresTestDatabase;
let instance: Instance;
let server: TestServer;

beforeAll(async () => {
  source = await sqliteDatabase();
  target = await postgresDatabase();
  instance = await makeInstance(source);
  await migrateStore({ from: source.url, to: target.url });
  server = await startServer({ environment, databaseUrl: target.url });
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await target?.remove();
  await source?.remove();
});

test('the server shows the same to the same cookies and keys, byte for byte', async () => {
  expect(await everythingShown(server, instance.visitors)).toEqual(instance.shown);
});

test('passwords are as good as before', async () => {
  const visitor = new Visitor(server);
  await visitor.ask(401, 'POST', '/api/auth/login', { email, password: 'another one' });
  await visitor.ask(200, 'POST', '/api/auth/login', { email, password });
  expect(await visitor.ask(200, 'GET', '/api/requests')).toMatchObject([
    { body: { raw: 'as a guest' } },
  ]);
});

test('every row of every table is there, and nothing else', async () => {
  // Other tests check what the server of this test has removed and added since.
  await using fresh = await freshlyMigrated(source);
  expect(await rowsOfPostgres(fresh.url)).toEqual(rowsOfFile(source.file));
});

test('new ids go on rising, above those of rows that are gone', async () => {
  const { guest } = instance.visitors;
  const { id } = await send(server, instance.guestToken, { method: 'POST', body: 'new' });
  expect(id).toBeGreaterThan(instance.lastIds.capture);
  const [newest] = await visitorAt(server, guest).ask(200, 'GET', '/api/requests?limit=1');
  expect(newest).toMatchObject({ id, body: { raw: 'new' } });

  const registration = { email: 'new@example.com', password };
  const account = await new Visitor(server).ask(201, 'POST', '/api/auth/register', registration);
  expect(account.id).toBeGreaterThan(instance.lastIds.account);
  expect(account.id).toBeGreaterThan(instance.clearing.accountId);
});

test('captures that were cleared or deleted before are purged', async () => {
  const { endpointId, partlyClearedId } = instance.clearing;
  await eventually(
    () => query(target.url, 'select * from purge'),
    (notes) => notes.length === 0,
  );
  const left =
    'select endpoint_id::int as id from captured_request where endpoint_id >= $1 order by id';
  const both = [{ id: endpointId }, { id: partlyClearedId }];
  expect(await query(target.url, left, [endpointId])).toEqual(both);
  const counters = 'select id::int, capture_count::int from endpoint where id >= $1 order by id';
  expect(await query(target.url, counters, [endpointId])).toEqual(
    both.map((row) => ({ ...row, capture_count: 1 })),
  );
});
