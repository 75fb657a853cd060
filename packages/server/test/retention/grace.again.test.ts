import type { PlanName } from '@hookwell/core/api';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { register } from '../../src/accounts/begin-session.ts';
import { startGuest } from '../../src/accounts/guests.ts';
import { receiveEvent } from '../../src/billing/payment-events.ts';
import { parseConfig } from '../../src/config.ts';
import { createEndpoint } from '../../src/endpoints/endpoints.ts';
import { createMetrics } from '../../src/metrics.ts';
import { setPlan } from '../../src/operator/accounts.ts';
import { startRetention } from '../../src/retention/retention.ts';
import { openStore } from '../../src/store/open-store.ts';
import { checkout, deleted, updated } from '../billing/payment-provider.ts';
import { fairParts } from '../fair-parts.ts';
import { freshDatabase } from '../fresh-database.ts';
import { noSecrets } from '../no-secrets.ts';

const dayMs = 86_400_000;
const settings = {
  HOOKWELL_PLANS: JSON.stringify({
    free: { requestsPerEndpoint: 2, bytes: 1000, days: 7 },
    plus: { requestsPerEndpoint: 5, bytes: 2000, days: 30 },
    enterprise: { requestsPerEndpoint: 9, bytes: 5000, days: 90 },
  }),
};

async function start() {
  const database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: database.url, log, role: 'server' });
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const config = parseConfig(settings);
  const addresses = { base: '', receiveBase: '' };
  const retention = startRetention({
    config,
    store,
    secrets: noSecrets,
    clock,
    log,
    metrics: createMetrics(),
    addresses,
    ...fairParts(),
  });
  const { db } = store;
  const email = 'grace@example.com';
  return {
    config,
    db,
    clock,
    wait: (days: number) => {
      now += days * dayMs;
    },
    register: (cookie?: string) =>
      register(db, config, { email, passwordHash: null, plan: 'free' }, cookie, now),
    setPlan: (plan: PlanName) => setPlan({ db, clock, config }, email, plan),
    async tell(event: ReturnType<typeof checkout>) {
      const received = { event, text: JSON.stringify(event), signedAt: 0 };
      expect(await receiveEvent(db, config, received, now)).toBe('kept');
    },
    /** Stores captures of a hundred bytes each. */
    async capture(endpointId: number, count: number) {
      for (let sent = 0; sent < count; sent += 1) {
        await store.captures.append({
          endpointId,
          settingsVersion: 0,
          receivedAt: now,
          method: 'POST',
          target: '/a',
          headers: '[]',
          droppedHeaders: 0,
          ipAddress: '127.0.0.1',
          body: [Buffer.alloc(96)],
          bodySize: 96,
        });
      }
    },
    /** The number of captures that the endpoint has after a round of everything. */
    async kept(endpointId: number): Promise<number> {
      await retention.runOnce();
      const { capture_count } = await db
        .selectFrom('endpoint')
        .select('capture_count')
        .where('id', '=', endpointId)
        .executeTakeFirstOrThrow();
      return capture_count;
    },
    async [Symbol.asyncDispose]() {
      await retention.close();
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

test('after a downgrade the better plan of the last seven days is kept by', async () => {
  await using it = await start();
  const { account } = await it.register();
  await it.setPlan('enterprise');
  const { id } = await createEndpoint(it.db, account.id, it);
  await it.capture(id, 9);
  await it.setPlan('plus');
  it.wait(3);
  await it.setPlan('free');
  it.wait(3.9);
  expect(await it.kept(id)).toBe(9);
  it.wait(0.2);
  expect(await it.kept(id)).toBe(5);
  it.wait(2.8);
  expect(await it.kept(id)).toBe(5);
  it.wait(0.2);
  expect(await it.kept(id)).toBe(0);
});

test('bytes and days have the same grace', async () => {
  await using it = await start();
  const { account } = await it.register();
  await it.setPlan('plus');
  const many = await createEndpoint(it.db, account.id, it);
  await it.capture(many.id, 5);
  it.wait(20);
  const more = await createEndpoint(it.db, account.id, it);
  for (const { id } of [more, await createEndpoint(it.db, account.id, it)]) {
    await it.capture(id, 5);
  }
  await it.setPlan('free');
  it.wait(6.9);
  expect(await it.kept(many.id)).toBe(5);
  expect(await it.kept(more.id)).toBe(5);
  it.wait(0.2);
  expect(await it.kept(many.id)).toBe(0);
});

test('a late payment removes nothing; seven days after the end the excess goes', async () => {
  await using it = await start();
  const { account } = await it.register();
  const bought = it.clock() / 1000;
  const mine = { client_reference_id: String(account.id) };
  await it.tell(checkout('sub_1', bought, mine));
  const { id } = await createEndpoint(it.db, account.id, it);
  await it.capture(id, 5);
  await it.tell(updated('sub_1', bought + 1, 'past_due'));
  it.wait(20);
  expect(await it.kept(id)).toBe(5);
  await it.tell(deleted('sub_1', bought + 2));
  await it.capture(id, 3);
  it.wait(6.9);
  // The plus plan keeps this many of eight.
  expect(await it.kept(id)).toBe(5);
  it.wait(0.2);
  expect(await it.kept(id)).toBe(0);
});

test('a guest that becomes part of an account keeps its grace', async () => {
  await using it = await start();
  const guest = await startGuest(it.db, it.config, '192.0.2.1', it.clock());
  const bought = it.clock() / 1000;
  const mine = { client_reference_id: String(guest.account.id) };
  await it.tell(checkout('sub_1', bought, mine));
  const { id } = await createEndpoint(it.db, guest.account.id, it);
  await it.capture(id, 5);
  await it.tell(deleted('sub_1', bought + 1));
  it.wait(2);
  await it.register(guest.value);
  it.wait(4.9);
  expect(await it.kept(id)).toBe(5);
  it.wait(0.2);
  expect(await it.kept(id)).toBe(0);
});
