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

const open = withStore();

describe('a delivery', () => {
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

  test('whose captures are removed at once leaves nothing', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    for (let round = 0; round < 5; round++) {
      const ids = await appendInTurn(endpointId, ['a', 'a', 'a', 'b']);
      const removed = ids.map((id) => open.store.captures.removeOne(accountId, id));
      expect(await Promise.all(removed)).toEqual([true, true, true, true]);
      await expectNothingLeft();
    }
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
