import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { startGuest } from '../../src/accounts/guests.ts';
import { parseConfig } from '../../src/config.ts';
import { deleteEndpointByToken } from '../../src/endpoints/endpoints.ts';
import { eventually } from '../eventually.ts';
import { startTestRetention, type TestRetention } from './start-retention.ts';

const dayMs = 86_400_000;

describe('by number', () => {
  test('each endpoint keeps its newest', async () => {
    await using it = await startTestRetention();
    const account = await it.account();
    const [busy, calm] = [await it.endpoint(account), await it.endpoint(account)];
    const ids = await it.capture(busy, 12);
    const calmIds = await it.capture(calm, 5);
    await it.retention.runOnce();
    expect(await it.kept(busy)).toEqual(ids.slice(-5));
    expect(await it.kept(calm)).toEqual(calmIds);
    expect(await it.removed('count')).toBe(7);
  });

  test('happens by itself, soon after captures arrived', async () => {
    await using it = await startTestRetention();
    const scope = await it.endpoint(await it.account());
    const ids = await it.capture(scope, 20);
    await eventually(
      () => it.kept(scope),
      (kept) => kept.length === 5,
    );
    expect(await it.kept(scope)).toEqual(ids.slice(-5));
  });

  test('goes by the plan of the account, which for a canceled one is the free plan', async () => {
    await using it = await startTestRetention();
    const account = await it.account('plus');
    const scope = await it.endpoint(account);
    const ids = await it.capture(scope, 40);
    await it.retention.runOnce();
    expect(await it.kept(scope)).toEqual(ids);
    await it.store.db
      .updateTable('account')
      .set({ status: 'canceled' })
      .where('id', '=', account)
      .execute();
    await it.retention.runOnce();
    expect(await it.kept(scope)).toEqual(ids.slice(-5));
  });
});

describe('by bytes', () => {
  test('the oldest of the account go, on whichever endpoint they are', async () => {
    await using it = await startTestRetention();
    const account = await it.account();
    const [one, two] = [await it.endpoint(account), await it.endpoint(account)];
    const ids: number[] = [];
    for (let round = 0; round < 3; round++) {
      ids.push(...(await it.capture(one, 1, 300)), ...(await it.capture(two, 1, 300)));
    }
    const other = await it.endpoint(await it.account());
    const others = await it.capture(other, 3, 300);
    // Overlapping rounds remove no capture twice.
    await Promise.all([it.retention.runOnce(), it.retention.runOnce(), it.retention.runOnce()]);
    // 1,000 bytes hold three captures of 300 bytes at most.
    expect(await it.kept({ accountId: account })).toEqual(ids.slice(-3));
    expect(await it.kept(other)).toEqual(others);
    expect(await it.removed('bytes')).toBe(3);
  });
});

describe('by age', () => {
  test("captures past the plan's age go, the rest stays", async () => {
    await using it = await startTestRetention();
    const [free, plus] = [await it.account(), await it.account('plus')];
    const [scope, longer] = [await it.endpoint(free), await it.endpoint(plus)];
    await it.capture(scope, 2);
    const old = await it.capture(longer, 2);
    it.wait(4 * dayMs);
    const young = await it.capture(scope, 2);
    it.wait(3 * dayMs + 1);
    await it.retention.runOnce();
    expect(await it.kept(scope)).toEqual(young);
    expect(await it.kept(longer)).toEqual(old);
    it.wait(30 * dayMs);
    await it.retention.runOnce();
    expect(await it.kept(scope)).toEqual([]);
    expect(await it.kept(longer)).toEqual([]);
    expect(await it.removed('age')).toBe(6);
  });
});

describe('captures that nothing shows any more', () => {
  test('is purged after a clear and with a deleted endpoint', async () => {
    await using it = await startTestRetention();
    const account = await it.account('plus');
    const [cleared, deleted] = [await it.endpoint(account), await it.endpoint(account)];
    await it.capture(cleared, 20, 200_000);
    await it.capture(deleted, 20, 200_000);
    await it.store.captures.clear(cleared);
    const { token } = await it.store.db
      .selectFrom('endpoint')
      .select('token')
      .where('id', '=', deleted.endpointId)
      .executeTakeFirstOrThrow();
    await deleteEndpointByToken(it.store.db, token);
    const kept = await it.capture(cleared, 1);
    await it.retention.runOnce();
    expect(await it.removed('purge')).toBeLessThanOrEqual(40);
    expect(await it.kept({ accountId: account })).toEqual(kept);
    expect(await it.store.db.selectFrom('purge').selectAll().execute()).toEqual([]);
    expect(await it.store.usedBytes()).toBeLessThan(1_000_000);
  });

  test('goes with a guest whose session has ended', async () => {
    await using it = await startTestRetention();
    const guest = await startGuest(it.store.db, parseConfig({}), '192.0.2.1', it.now());
    const scope = await it.endpoint(guest.account.id);
    await it.capture(scope, 3);
    it.wait(6 * dayMs);
    await it.retention.runOnce();
    expect(await it.kept(scope)).toHaveLength(3);
    it.wait(dayMs + 1);
    await it.retention.runOnce();
    const { db } = it.store;
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('endpoint').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('purge').selectAll().execute()).toEqual([]);
  });
});

test('a failing round is logged, and the next one makes up for it', async () => {
  await using it = await startTestRetention();
  const scope = await it.endpoint(await it.account());
  const { schema } = it.store.db;
  await schema.alterTable('purge').renameTo('away').execute();
  await eventually(() => it.logged.some((line) => line.includes('retention')));
  await schema.alterTable('away').renameTo('purge').execute();
  const ids = await it.capture(scope, 10);
  await it.store.captures.clear(scope);
  await eventually(
    () => it.store.db.selectFrom('purge').selectAll().execute(),
    (notes) => notes.length === 0,
  );
  expect(ids).toHaveLength(10);
});

test('an endpoint that could not be trimmed is tried again, and keeps no other from being trimmed', async () => {
  await using it = await startTestRetention();
  // The first round of everything is over: the next one is a minute away.
  await eventually(async () => {
    const { values } = await it.metrics.retentionRoundSeconds.get();
    return values.some(({ metricName, value }) => /_count$/.test(metricName ?? '') && value > 0);
  });
  const stuck = await it.endpoint(await it.account());
  const other = await it.endpoint(await it.account());
  await refuseRemovals(it, stuck.endpointId);
  const ids = await it.capture(stuck, 10, 300);
  const others = await it.capture(other, 10);
  await eventually(() => it.logged.some((line) => line.includes('refused by a test')));
  await eventually(
    () => it.kept(other),
    (kept) => kept.length === 5,
  );
  expect(await it.kept(other)).toEqual(others.slice(-5));
  expect(await it.kept(stuck)).toEqual(ids);
  await allowRemovals(it);
  // The endpoint's count and its account's bytes, with nothing captured since.
  await eventually(
    () => it.kept(stuck),
    (kept) => kept.length === 3,
  );
  expect(await it.kept(stuck)).toEqual(ids.slice(-3));
  expect(it.logged.filter((line) => line.includes('refused by a test'))).toHaveLength(1);
});

/** Makes every removal of this endpoint's captures fail from now on. */
function refuseRemovals(it: TestRetention, endpointId: number): Promise<void> {
  return run(it, {
    sqlite: [
      `create trigger refusal before delete on captured_request when old.endpoint_id = ${endpointId}
        begin select raise(abort, 'refused by a test'); end`,
    ],
    postgres: [
      `create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'refused by a test'; end $$`,
      `create trigger refusal before delete on captured_request for each row
        when (old.endpoint_id = ${endpointId}) execute function refuse()`,
    ],
  });
}

function allowRemovals(it: TestRetention): Promise<void> {
  return run(it, {
    sqlite: ['drop trigger refusal'],
    postgres: ['drop trigger refusal on captured_request'],
  });
}

async function run(
  { store }: TestRetention,
  statements: Record<'sqlite' | 'postgres', readonly string[]>,
): Promise<void> {
  for (const statement of statements[inject('store')]) await sql.raw(statement).execute(store.db);
}
