import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { givePlan } from '../../src/billing/public.ts';
import { parseConfig } from '../../src/config.ts';
import { migrations } from '../../src/database/sqlite/schema/migrations.ts';
import { sqliteDatabase } from '../store/sqlite-database.ts';

test('a database from before payments keeps its accounts, which can then pay', async () => {
  const database = await sqliteDatabase();
  mkdirSync(dirname(database.file));
  const [first = ''] = migrations;
  const file = new DatabaseSync(database.file);
  file.exec(first);
  file.exec('pragma user_version = 1');
  file.exec(
    "insert into account values (7, 'a@b.example', 'a@b.example', null, 'plus', 'active', 1)",
  );
  file.close();

  const store = await database.open();
  const { db } = store;
  expect(await db.selectFrom('account').selectAll().executeTakeFirst()).toMatchObject({
    id: 7,
    plan: 'plus',
    own_plan: null,
    subscription_id: null,
    guest_network: null,
  });
  await givePlan(db, parseConfig({}), 7, 'free', 5000);
  expect(await db.selectFrom('former_plan').selectAll().execute()).toEqual([
    { account_id: 7, plan: 'plus', ended_at: 5000 },
  ]);
  await db.deleteFrom('account').execute();
  expect(await db.selectFrom('payment_event').selectAll().execute()).toEqual([]);
  await store.close();
  await database.remove();
});
