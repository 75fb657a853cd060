import { describe, expect, test } from 'vitest';
import {
  allIds,
  appendMany,
  expectCountersOfRows,
  expectExactCounters,
  purgeAll,
  withStore,
} from '../store/store-fixture.ts';
import {
  addAccount,
  addAccountWithEndpoint,
  addEndpoint,
  newCapture,
} from '../store/store-rows.ts';

const open = withStore();

describe('a clear up to an id', () => {
  test('that hides nothing leaves no note', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const [first = 0, second] = await appendMany(open.store, endpointId, 3);
    await open.store.captures.clear({ accountId, endpointId }, 0);
    await open.store.captures.clear({ accountId }, first - 1);
    await open.store.captures.clear({ accountId: await addAccount(open.store), endpointId });
    expect(await notes()).toBe(0);
    for (let time = 0; time < 3; time++) await open.store.captures.clear({ accountId }, second);
    await open.store.captures.clear({ accountId }, first);
    expect(await notes()).toBe(1);
    expect(await counted(accountId)).toEqual([1]);
  });

  test('is counted off in steps of at most 500', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 1200);
    await open.store.captures.clear({ accountId, endpointId }, ids[1099]);
    for (let removed = 1; removed > 0; ) {
      removed = await open.store.captures.purge();
      expect(removed).toBeLessThanOrEqual(500);
      expect(await counted(accountId)).toEqual([100]);
      await expectCountersOfRows(open.store);
    }
    await expectExactCounters(open.store, accountId);
    expect(await endpointRows(accountId)).toMatchObject([{ counted_after: null }]);
  });
});

describe('the retention after a partial clear', () => {
  test.each(['count', 'bytes'])(
    'removes none of those that are left, by their %s',
    async (rule) => {
      const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
      const sibling = await addEndpoint(open.store, accountId);
      // These are older than the hidden ones.
      const early = await appendMany(open.store, sibling, 4);
      const earlyBytes = await heldBytes(accountId);
      const hidden = await appendMany(open.store, endpointId, 15);
      const hiddenBytes = (await heldBytes(accountId)) - earlyBytes;
      const late = await appendMany(open.store, endpointId, 5);
      const keepBytes = (await heldBytes(accountId)) - hiddenBytes;
      await open.store.captures.clear({ accountId, endpointId }, hidden.at(-1));
      const expiry = rule === 'count' ? { keepCount: 9 } : { keepBytes };
      for (let removed = 1; removed > 0; ) {
        ({ removed } = await open.store.captures.removeOldest({ accountId }, expiry));
        await expectCountersOfRows(open.store);
      }
      expect(await allIds(open.store, { accountId })).toEqual([...early, ...late]);
      await expectExactCounters(open.store, accountId);
      expect(await purgeAll(open.store)).toBe(0);
    },
  );

  test('and age alone looks only at what is shown', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = [];
    for (const receivedAt of [1000, 2000, 3000, 4000]) {
      ids.push((await open.store.captures.append(newCapture(endpointId, { receivedAt })))?.id);
    }
    await open.store.captures.clear({ accountId }, ids[0]);
    const step = await open.store.captures.removeOldest({ accountId }, { olderThan: 3000 });
    expect(step.removed).toBe(1);
    expect(await allIds(open.store, { accountId })).toEqual(ids.slice(2));
    await expectCountersOfRows(open.store);
    await purgeAll(open.store);
    await expectExactCounters(open.store, accountId);
  });
});

/** The number of captures of each endpoint, as a look at the usage gives it, in the order of the endpoints. */
async function counted(accountId: number): Promise<number[]> {
  const usage = await open.store.captures.usage(accountId);
  const inOrder = usage.toSorted((a, b) => a.endpointId - b.endpointId);
  return inOrder.map(({ captures }) => captures);
}

async function endpointRows(accountId: number) {
  const endpoints = open.store.db.selectFrom('endpoint').selectAll();
  return await endpoints.where('account_id', '=', accountId).orderBy('id').execute();
}

async function notes(): Promise<number> {
  return (await open.store.db.selectFrom('purge').selectAll().execute()).length;
}

async function heldBytes(accountId: number): Promise<number> {
  return (await open.store.captures.usage(accountId)).reduce((sum, { bytes }) => sum + bytes, 0);
}
