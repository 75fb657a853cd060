import { pino } from 'pino';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics.ts';
import { Limits, RetentionSteps } from '../../src/retention/limits.ts';
import { Overflow } from '../../src/retention/overflow.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { fairParts } from '../fair-parts.ts';
import { freshDatabase } from '../fresh-database.ts';
import { noSecrets } from '../no-secrets.ts';
import { send, startAccount, startServer, type TestServer } from '../start-server.ts';
import { addAccountWithEndpoint, addEndpoint, newCapture } from '../store/store-rows.ts';

const megabyte = 1_000_000;

test('an account at full speed gets only so far beyond its plan, and loses nothing that fits', async () => {
  await using server = await startServer({
    environment: { HOOKWELL_PLANS: JSON.stringify({ free: { bytes: megabyte } }) },
    overflowBounds: { lookEveryBytes: megabyte, mostBytesBeyond: 2 * megabyte },
  });
  const account = await startAccount(server);
  const token = await account.endpoint();
  const plus = await startAccount(server, 'plus');
  const other = await plus.endpoint();
  const body = 'x'.repeat(500_000);
  const statuses = new Set<number>();
  let left = 80;
  async function sender(): Promise<void> {
    while (left-- > 0) statuses.add((await send(server, token, { method: 'POST', body })).status);
  }
  let most = 0;
  let isSending = true;
  async function look(): Promise<void> {
    while (isSending) most = Math.max(most, await bytesOf(server, account.id));
  }
  const looking = look();
  await Promise.all([
    ...Array.from({ length: 6 }, sender),
    ...Array.from({ length: 8 }, () => send(server, other, { method: 'POST', body })),
  ]);
  isSending = false;
  await looking;
  expect([...statuses]).toEqual([200]);
  // The plan's number and both bounds are 4 MB. More comes while the account is looked at, but without that all 40 MB would be there.
  expect(most).toBeLessThan(20 * megabyte);
  expect(most).toBeGreaterThan(megabyte);
  // Captures within the plan are kept, however fast they came.
  expect(await bytesOf(server, plus.id)).toBeGreaterThan(8 * 500_000);
});

test('captures of an account far beyond its plan wait until it is trimmed, those of others do not', async () => {
  await using database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: database.url, role: 'server', log });
  const parts = {
    config: parseConfig({ HOOKWELL_PLANS: JSON.stringify({ plus: { bytes: megabyte } }) }),
    store,
    secrets: noSecrets,
    clock: Date.now,
    log,
    metrics: createMetrics(),
    addresses: { base: '', receiveBase: '' },
    ...fairParts(),
  };
  const steps = new RetentionSteps(new AbortController().signal);
  const limits = new Limits(parts, steps);
  const bounds = { lookEveryBytes: megabyte, mostBytesBeyond: megabyte };
  const overflow = new Overflow({ store, limits, bounds, log });
  const { accountId, endpointId } = await addAccountWithEndpoint(store);
  const sibling = await addEndpoint(store, accountId);
  const other = await addAccountWithEndpoint(store);

  // Something else keeps the retention busy.
  const busy = Promise.withResolvers<void>();
  const doing = steps.run(() => busy.promise);
  const body = new Uint8Array(400_000);
  await eventually(
    async () => {
      await store.captures.append(newCapture(endpointId, { body }));
      return overflow.relieved(endpointId) !== undefined;
    },
    (isWaiting) => isWaiting,
  );
  // The account was within the bound until a moment ago.
  expect(await limits.bytesBeyond(accountId)).toBeGreaterThan(megabyte);
  const waiting = overflow.relieved(endpointId);
  expect(waiting).toBeInstanceOf(Promise);
  expect(overflow.relieved(sibling)).toBe(waiting);
  expect(overflow.relieved(other.endpointId)).toBeUndefined();
  busy.resolve();
  await doing;
  await waiting;
  expect(overflow.relieved(endpointId)).toBeUndefined();
  expect(await limits.bytesBeyond(accountId)).toBeLessThanOrEqual(megabyte);
  overflow.close();
  await store.close();
});

async function bytesOf({ store }: Pick<TestServer, 'store'>, accountId: number): Promise<number> {
  const { bytes } = await store.db
    .selectFrom('endpoint')
    .select((eb) => eb.fn.sum('capture_bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
