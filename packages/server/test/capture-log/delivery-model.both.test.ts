import fc from 'fast-check';
import { test } from 'vitest';
import { addEndpointWithSettings, setSettingsVersion } from '../store/answered-captures.ts';
import { expectExactDeliveries } from '../store/delivery-rows.ts';
import { expectCountersOfRows, purgeAll, withStore } from '../store/store-fixture.ts';
import { addAccount } from '../store/store-rows.ts';
import { action, Endpoint, expectShown, type ModelledLog, take } from './delivery-model.ts';

const open = withStore();

const log = (): ModelledLog => ({
  captures: open.store.captures,
  setSettingsVersion: (id, version) => setSettingsVersion(open.store, id, version),
});

test('deliveries are right after each of any appends, clears and removals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const accountId = await addAccount(open.store);
      const endpoints = [
        new Endpoint(await addEndpointWithSettings(open.store, accountId)),
        new Endpoint(await addEndpointWithSettings(open.store, accountId)),
      ] as const;
      for (const one of actions) {
        const endpoint = endpoints[one.endpoint === 0 ? 0 : 1];
        await take(log(), accountId, endpoint, one);
        await expectShown(open.store, endpoint);
      }
      await purgeAll(open.store);
      await expectExactDeliveries(open.store);
      await expectCountersOfRows(open.store);
      for (const endpoint of endpoints) await expectShown(open.store, endpoint);
    }),
    { numRuns: 10 },
  );
});
