import { describe, expect, test } from 'vitest';
import type { AppendedCapture } from '../../src/capture-log/captures.ts';
import {
  addAccountWithSettings,
  addEndpointWithSettings,
  answeredCapture,
} from '../store/answered-captures.ts';
import { expectExactDeliveries } from '../store/delivery-rows.ts';
import { expectCountersOfRows, purgeAll, stored, withStore } from '../store/store-fixture.ts';
import { addAccount, deleteEndpoint, moveEndpoint } from '../store/store-rows.ts';

describe('a delivery', () => {
  const open = withStore();

  const append = (endpointId: number, delivery = 'a'): Promise<AppendedCapture | undefined> =>
    open.store.captures.append(answeredCapture(endpointId, delivery));

  async function appendInTurn(endpointId: number, deliveries: readonly string[]) {
    const appended: (AppendedCapture | undefined)[] = [];
    for (const delivery of deliveries) appended.push(await append(endpointId, delivery));
    return stored(appended);
  }

  async function expectNothingLeft(): Promise<void> {
    for (const table of ['delivery', 'capture_answer', 'captured_request', 'purge']) {
      expect(await open.rows(table), table).toEqual([]);
    }
  }

  test('goes on after one of its captures is removed, and goes with the last one', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const ids = await appendInTurn(endpointId, ['a', 'a', 'b', 'a']);
    for (const id of [ids[3] ?? 0, ids[0] ?? 0]) {
      expect(await captures.removeOne(accountId, id)).toBe(true);
      await expectExactDeliveries(open.store);
    }
    const next = await append(endpointId);
    expect(next?.attempt).toBe(4);
    for (const id of [ids[1] ?? 0, next?.id ?? 0]) await captures.removeOne(accountId, id);
    await expectExactDeliveries(open.store);
    const { deliveries } = await captures.readDeliveries(endpointId, { limit: 10 });
    expect(deliveries.map(({ delivery }) => delivery)).toEqual(['b']);
    expect((await append(endpointId))?.attempt).toBe(1);
  });

  test('whose captures are removed at once leaves nothing', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    for (let round = 0; round < 5; round++) {
      const ids = await appendInTurn(endpointId, ['a', 'a', 'a', 'b']);
      const removed = ids.map((id) => open.store.captures.removeOne(accountId, id));
      expect(await Promise.all(removed)).toEqual([true, true, true, true]);
      await expectNothingLeft();
    }
  });

  test('counts on after a part of it expired, and goes with its last capture', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    await appendInTurn(endpointId, ['a', 'b', 'a', 'c']);
    expect((await captures.removeOldest({ accountId }, { keepCount: 2 })).removed).toBe(2);
    await expectExactDeliveries(open.store);
    expect((await append(endpointId))?.attempt).toBe(3);
    expect((await append(endpointId, 'b'))?.attempt).toBe(1);
    expect((await captures.removeOldest({ accountId, endpointId }, {})).removed).toBe(4);
    await expectNothingLeft();
  });

  test('begins anew once it is cleared, before and after the purge', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const ids = await appendInTurn(endpointId, ['a', 'b', 'a', 'c']);
    await captures.clear({ accountId }, ids[2]);
    const { deliveries } = await captures.readDeliveries(endpointId, { limit: 10 });
    expect(deliveries.map(({ delivery }) => delivery)).toEqual(['c']);
    const anew = await append(endpointId);
    expect(anew?.attempt).toBe(1);
    await purgeAll(open.store);
    await expectExactDeliveries(open.store);
    expect((await captures.readDeliveries(endpointId, { limit: 1 })).deliveries[0]?.firstId).toBe(
      anew?.id,
    );
    expect((await append(endpointId))?.attempt).toBe(2);
    expect((await append(endpointId, 'b'))?.attempt).toBe(1);
    expect((await append(endpointId, 'c'))?.attempt).toBe(2);
    await captures.clear({ accountId });
    await purgeAll(open.store);
    await expectNothingLeft();
  });

  test('begins anew if its last shown capture is removed while others wait for the purge', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const ids = await appendInTurn(endpointId, ['a', 'a', 'b']);
    await captures.clear({ accountId }, ids[0]);
    expect(await captures.removeOne(accountId, ids[1] ?? 0)).toBe(true);
    expect((await append(endpointId))?.attempt).toBe(1);
    await purgeAll(open.store);
    await expectExactDeliveries(open.store);
  });

  test('goes with its endpoint, and so do the settings; it moves along with a merge', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const kept = await addEndpointWithSettings(open.store, accountId);
    await appendInTurn(endpointId, ['a', 'b', 'a']);
    await append(kept);
    await deleteEndpoint(open.store, endpointId);
    expect(await append(endpointId)).toBeUndefined();
    await purgeAll(open.store);
    await expectExactDeliveries(open.store);
    expect(await open.rows('endpoint_settings')).toHaveLength(1);
    const merged = await addAccount(open.store);
    await moveEndpoint(open.store, kept, merged);
    expect((await append(kept))?.attempt).toBe(2);
    expect(await open.rows('endpoint_settings')).toHaveLength(1);
  });

  test('is right after appends, removals, clears and purges that ran at once', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const ids: number[] = [];
    async function appendAndRemove(name: number): Promise<void> {
      for (let count = 0; count < 25; count++) {
        const [id = 0] = stored([await append(endpointId, `d${(name * count) % 4}`)]);
        ids.push(id);
        if (count % 3 === 0) await captures.removeOne(accountId, ids[(id * 7) % ids.length] ?? 0);
        if (count % 8 === 0) await captures.clear({ accountId }, ids[(id * 5) % ids.length]);
        if (count % 5 === 0) await captures.purge();
        if (count % 6 === 0) await captures.removeOldest({ accountId }, { keepCount: 12 });
      }
    }
    await Promise.all([1, 2, 3, 5, 7].map(appendAndRemove));
    await purgeAll(open.store);
    await expectExactDeliveries(open.store);
    await expectCountersOfRows(open.store);
    await captures.clear({ accountId });
    await purgeAll(open.store);
    await expectNothingLeft();
  });
});
