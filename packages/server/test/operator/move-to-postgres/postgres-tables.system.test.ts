import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrateStore } from '../../../src/operator/move-to-postgres/migrate-store.ts';
import { query } from '../../postgres/connect.ts';
import { sqliteDatabase } from '../../store/sqlite-database.ts';
import { emptyTarget, freshlyMigrated } from './migrated.ts';
import { rowsOfFile, rowsOfPostgres } from './rows.ts';

/** A database whose rows the test inserts itself. */
async function sourceWith(statements: string) {
  const source = await sqliteDatabase();
  await (await source.open()).close();
  const file = new DatabaseSync(source.file);
  file.exec(statements);
  file.close();
  return { ...source, [Symbol.asyncDispose]: source.remove };
}

test('an instance without a row is moved as well', async () => {
  await using source = await sourceWith('');
  await using target = await freshlyMigrated(source);
  expect(await query(target.url, 'select count(*) from captured_request')).toEqual([
    { count: '0' },
  ]);
  expect(await nextIds(target.url)).toMatchObject({ account: '1', captured_request: '1' });
});

test('keys of any order and any kind, and numbers as large as they get', async () => {
  const subscriptions = ['Z', 'a', 'ä', '_', 'B', '🧾', 'ﬀ', 'a b', '10', '9'];
  const most = Number.MAX_SAFE_INTEGER;
  await using source = await sourceWith(`
    insert into account (id, plan, status, created_at) values (7, 'free', 'active', ${most});
    insert into purge (endpoint_id, through_id) values (3, ${most}), (-1, 0);
    insert into former_plan values (7, 'plus', 2), (7, 'Plus', 1), (7, 'enterprise', 3);
    insert into subscription values ${subscriptions.map((id) => `('${id}', null, null)`)};
    insert into captured_request values (${2 ** 40}, 1, 0, '', '', '', 0, '', x'');
  `);
  await using target = await freshlyMigrated(source);
  expect(await rowsOfPostgres(target.url)).toEqual(rowsOfFile(source.file));
});

test('ids of rows that are gone are not given again', async () => {
  await using source = await sourceWith(`
    insert into account (id, plan, status, created_at) values (11, 'free', 'active', 0);
    insert into session values (12, 11, 'x', 0, 0, 0, null);
    insert into api_key values (13, 11, 'x', '', '', '', '', 0, null, null);
    insert into endpoint (id, account_id, token, created_at) values (14, 11, 'x', 0);
    insert into purge values (15, 0, 0);
    insert into invitation values (16, 11, 'owner', 'x', 11, 0, 0);
    insert into share values (17, 11, 11, 'x', 14, null, 'values', '[]', 0, 0);
    insert into audit values (18, 11, 0, 'login', '', null, null, '', 1);
    delete from purge; delete from endpoint; delete from account;
    update capture_log set last_id = ${2 ** 40};
  `);
  await using target = await freshlyMigrated(source);
  expect(await nextIds(target.url)).toEqual({
    account: '12',
    session: '13',
    api_key: '14',
    endpoint: '15',
    purge: '16',
    invitation: '17',
    share: '18',
    audit: '19',
    captured_request: String(2 ** 40 + 1),
  });
});

test('U+0000 in a name, which PostgreSQL refuses, becomes U+FFFD', async () => {
  await using source = await sourceWith(`
    insert into account (id, plan, status, created_at) values (1, 'free', 'active', 0);
    insert into endpoint (account_id, token, badge_name, created_at)
      values (1, 'a', 'x' || char(0) || 'y', 0), (1, 'b', null, 0), (1, 'c', '\\u0000', 0);
  `);
  await using target = await emptyTarget();
  const { replacedTexts } = await migrateStore({ from: source.url, to: target.url });
  expect(replacedTexts).toBe(1);
  expect(await query(target.url, 'select badge_name from endpoint order by id')).toEqual([
    { badge_name: 'x\ufffdy' },
    { badge_name: null },
    { badge_name: '\\u0000' },
  ]);
});

async function nextIds(url: string) {
  const identities = [
    'account',
    'session',
    'api_key',
    'endpoint',
    'purge',
    'invitation',
    'share',
    'audit',
  ].map((table) => `nextval(pg_get_serial_sequence('${table}', 'id')) as ${table}`);
  const captures = `nextval('captured_request_id') as captured_request`;
  const [row] = await query(url, `select ${[...identities, captures]}`);
  return row;
}
