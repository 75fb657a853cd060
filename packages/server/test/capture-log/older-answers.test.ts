import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { signatures as postgresSignatures } from '../../src/database/postgres/schema/005-signatures.ts';
import { migrations as postgresMigrations } from '../../src/database/postgres/schema/migrations.ts';
import { signatures as sqliteSignatures } from '../../src/database/sqlite/schema/006-signatures.ts';
import { migrations as sqliteMigrations } from '../../src/database/sqlite/schema/migrations.ts';
import { addAccountWithSettings, answeredCapture } from '../store/answered-captures.ts';
import { expectExactDeliveries } from '../store/delivery-rows.ts';
import { withStore } from '../store/store-fixture.ts';

const open = withStore();

/** The statements that take the schema's verdicts, and what came after them, away again. */
const undone = [
  ...(inject('store') === 'sqlite'
    ? [
        'alter table captured_request drop column head_checksum',
        'alter table captured_request drop column body_checksum',
        `insert or replace into delivery select endpoint_id, delivery, max(attempt), first_id, max(capture_id)
          from capture_answer group by endpoint_id, delivery`,
        'alter table capture_log drop column deliveries_through',
        'create index delivery_by_first on delivery (endpoint_id, first_id)',
      ]
    : []),
  ...['member', 'invitation', 'identity', 'share', 'audit'].map((table) => `drop table ${table}`),
  ...['kind', 'name', 'founder_id'].map((column) => `alter table account drop column ${column}`),
  'alter table endpoint drop column moved_at',
  'alter table session drop column ends_at',
  'alter table api_key drop column created_by',
  'drop table endpoint_contract',
  'drop table capture_contract',
  'drop table capture_kept_headers',
  'drop table refusal',
  'alter table endpoint drop column refusals_cleared_at',
  'drop table listener_answer',
  ...(inject('store') === 'postgres' ? ['drop table listener'] : []),
  'drop index capture_answer_by_first',
  'create index capture_answer_by_delivery on capture_answer (endpoint_id, delivery)',
  'alter table capture_answer drop column first_id',
  'alter table capture_answer drop column verdict',
  'alter table capture_answer drop column cut_short_after',
  'alter table endpoint_settings drop column secrets',
];
const olderVersion = {
  sqlite: `pragma user_version = ${sqliteMigrations.indexOf(sqliteSignatures)}`,
  postgres: `update schema_version set version = ${postgresMigrations.indexOf(postgresSignatures)}`,
};

test('a database from before verdicts keeps its deliveries, which go on', async () => {
  const { accountId, endpointId } = await addAccountWithSettings(open.store);
  const append = (delivery: string) =>
    open.store.captures.append(answeredCapture(endpointId, delivery));
  for (const delivery of ['a', 'b', 'a']) await append(delivery);
  const read = async () => {
    const { deliveries } = await open.store.captures.readDeliveries(endpointId, { limit: 10 });
    return deliveries.map(({ delivery, attempts }) => [delivery, attempts.map(({ id }) => id)]);
  };
  const before = await read();
  for (const statement of [...undone, olderVersion[inject('store')]]) {
    await sql.raw(statement).execute(open.store.db);
  }
  await open.reopen();
  expect(await read()).toEqual(before);
  const third = await append('a');
  expect(third?.attempt).toBe(3);
  expect(await open.store.captures.removeOne(accountId, third?.id ?? 0)).toBe(true);
  expect(await read()).toEqual(before);
  await expectExactDeliveries(open.store);
});
