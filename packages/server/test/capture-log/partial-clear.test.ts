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
  deleteEndpoint,
  moveEndpoint,
  newCapture,
} from '../store/store-rows.ts';

const open = withStore();

describe('a clear up to an id', () => {
  test('hides the captures up to that one, at once, and keeps the others', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sibling = await addEndpoint(open.store, accountId);
    const ids = await appendMany(open.store, endpointId, 20);
    const others = await appendMany(open.store, sibling, 5);
    const through = ids[11] ?? 0;
    await open.store.captures.clear({ accountId, endpointId }, through);
    ids.push(...(await appendMany(open.store, endpointId, 3)));
    expect(await allIds(open.store, { accountId, endpointId })).toEqual(ids.slice(12));
    expect(await allIds(open.store, { accountId, endpointId: sibling })).toEqual(others);
    expect(await open.store.captures.readOne(accountId, through)).toBeUndefined();
    expect(await open.store.captures.removeOne(accountId, through)).toBe(false);
    expect(await counted(accountId)).toEqual([11, 5]);
    await open.reopen();
    expect(await allIds(open.store, { accountId, endpointId })).toEqual(ids.slice(12));
    expect(await purgeAll(open.store)).toBe(12);
    expect(await counted(accountId)).toEqual([11, 5]);
    await expectExactCounters(open.store, accountId);
  });

  test('of an account ends at that id for every endpoint', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const sibling = await addEndpoint(open.store, accountId);
    const theirs = await addAccountWithEndpoint(open.store);
    const old = await appendMany(open.store, sibling, 4);
    const foreign = await appendMany(open.store, theirs.endpointId, 4);
    const ids = await appendMany(open.store, endpointId, 6);
    await open.store.captures.clear({ accountId }, ids[1]);
    expect(await allIds(open.store, { accountId })).toEqual(ids.slice(2));
    expect(await allIds(open.store, { accountId: theirs.accountId })).toEqual(foreign);
    // An endpoint that kept nothing is counted right before the purge.
    const rows = await endpointRows(accountId);
    expect(rows.map((row) => row.capture_count)).toEqual([6, 0]);
    expect(await purgeAll(open.store)).toBe(old.length + 2);
    await expectExactCounters(open.store, accountId);
  });

  test('beyond the newest capture clears all that there is, and nothing that comes', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 5);
    await open.store.captures.clear({ accountId }, (ids[4] ?? 0) + 1_000_000);
    expect(await allIds(open.store, { accountId })).toEqual([]);
    const later = await appendMany(open.store, endpointId, 5);
    expect(await allIds(open.store, { accountId })).toEqual(later);
    await expectExactCounters(open.store, accountId);
    expect(await purgeAll(open.store)).toBe(5);
    await expectExactCounters(open.store, accountId);
  });

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

  test('may be overtaken by others: each capture leaves the counters once', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const { captures } = open.store;
    const ids = await appendMany(open.store, endpointId, 30);
    await captures.clear({ accountId, endpointId }, ids[9]);
    await captures.clear({ accountId }, ids[19]);
    expect(await counted(accountId)).toEqual([10]);
    await captures.clear({ accountId });
    await expectExactCounters(open.store, accountId);
    const later = await appendMany(open.store, endpointId, 10);
    await captures.clear({ accountId, endpointId }, later[3]);
    expect(await counted(accountId)).toEqual([6]);
    await expectCountersOfRows(open.store);
    expect(await purgeAll(open.store)).toBe(34);
    expect(await allIds(open.store, { accountId })).toEqual(later.slice(4));
    await expectExactCounters(open.store, accountId);
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

  test('goes with a deleted endpoint, and along with one that moves to another account', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const gone = await addEndpoint(open.store, accountId);
    const other = await addAccount(open.store);
    const ids = await appendMany(open.store, endpointId, 10);
    await appendMany(open.store, gone, 10);
    await open.store.captures.clear({ accountId }, ids[6]);
    const goneIds = await allIds(open.store, { accountId, endpointId: gone });
    await open.store.captures.clear({ accountId, endpointId: gone }, goneIds[3]);
    await deleteEndpoint(open.store, gone);
    await moveEndpoint(open.store, endpointId, other);
    expect(await allIds(open.store, { accountId: other })).toEqual(ids.slice(7));
    expect(await counted(other)).toEqual([3]);
    expect(await purgeAll(open.store)).toBe(17);
    expect(await notes()).toBe(0);
    await expectExactCounters(open.store, other);
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

  test('goes on where the hidden ones were not enough', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    const ids = await appendMany(open.store, endpointId, 20);
    await open.store.captures.clear({ accountId, endpointId }, ids[4]);
    const scope = { accountId, endpointId };
    const steps = await Promise.all(
      Array.from({ length: 4 }, () => open.store.captures.removeOldest(scope, { keepCount: 10 })),
    );
    expect(steps.reduce((sum, { removed }) => sum + removed, 0)).toBe(10);
    expect(await allIds(open.store, scope)).toEqual(ids.slice(10));
    await expectExactCounters(open.store, accountId);
  });

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
