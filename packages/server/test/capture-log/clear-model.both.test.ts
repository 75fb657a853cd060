import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allIds,
  appendMany,
  expectCountersOfRows,
  expectExactCounters,
  purgeAll,
  withStore,
} from '../store/store-fixture.ts';
import { addAccount, addEndpoint, deleteEndpoint, moveEndpoint } from '../store/store-rows.ts';

const open = withStore();

const endpointCount = 3;

/** One action; `place` is a place among all ids: 0 is below all of them, 1 the highest, more is beyond. */
const action = fc.record({
  kind: fc.constantFrom(
    ...['append', 'append', 'clearThrough', 'clearThrough', 'clearAllThrough', 'clear', 'clearAll'],
    ...['removeOne', 'retain', 'purge', 'move', 'delete', 'reopen'],
  ),
  endpoint: fc.nat({ max: endpointCount - 1 }),
  place: fc.integer({ min: 0, max: 11 }).map((tenths) => tenths / 10),
  count: fc.integer({ min: 1, max: 12 }),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The captures that reads must show, and the endpoints with their accounts. */
class Model {
  readonly accounts: readonly number[];
  readonly endpoints: readonly number[];
  readonly owners = new Map<number, number>();
  shown: { id: number; endpointId: number }[] = [];
  highest = 0;

  private constructor(accounts: readonly number[], endpoints: readonly number[]) {
    this.accounts = accounts;
    this.endpoints = endpoints;
    for (const id of endpoints) this.owners.set(id, accounts[0] ?? 0);
  }

  static async start(): Promise<Model> {
    const accounts = [await addAccount(open.store), await addAccount(open.store)];
    const endpoints = [];
    for (let count = 0; count < endpointCount; count++) {
      endpoints.push(await addEndpoint(open.store, accounts[0] ?? 0));
    }
    return new Model(accounts, endpoints);
  }

  /** Does the action to the store and to the model, as if nothing else happened meanwhile. */
  async take({ kind, endpoint, place, count }: Action): Promise<void> {
    const { store } = open;
    const endpointId = this.endpoints[endpoint] ?? 0;
    const accountId = this.owners.get(endpointId);
    const id = Math.floor(this.highest * place);
    if (accountId === undefined) return;
    const scope = { accountId, endpointId };
    switch (kind) {
      case 'append':
        for (const added of await appendMany(store, endpointId, count)) {
          this.shown.push({ id: added, endpointId });
          this.highest = added;
        }
        return;
      case 'clear':
        await store.captures.clear(scope);
        return this.#keep((one) => one.endpointId !== endpointId);
      case 'clearAll':
        await store.captures.clear({ accountId });
        return this.#keep((one) => this.owners.get(one.endpointId) !== accountId);
      case 'clearThrough':
        await store.captures.clear(scope, id);
        return this.#keep((one) => one.endpointId !== endpointId || one.id > id);
      case 'clearAllThrough':
        await store.captures.clear({ accountId }, id);
        expect(await store.captures.removeOne(accountId, id)).toBe(false);
        return this.#keep((one) => this.owners.get(one.endpointId) !== accountId || one.id > id);
      case 'removeOne': {
        const exists = this.#of(accountId).includes(id);
        expect(await store.captures.removeOne(accountId, id)).toBe(exists);
        return this.#keep((one) => one.id !== id || !exists);
      }
      case 'retain': {
        for (let removed = 1; removed > 0; ) {
          const expiry = { keepCount: count };
          ({ removed } = await store.captures.removeOldest({ accountId }, expiry));
        }
        const gone = new Set(this.#of(accountId).slice(0, -count));
        return this.#keep((one) => !gone.has(one.id));
      }
      case 'purge':
        await store.captures.purge();
        return;
      case 'reopen':
        return await open.reopen();
      case 'move': {
        const other = this.accounts.find((one) => one !== accountId) ?? 0;
        await moveEndpoint(store, endpointId, other);
        this.owners.set(endpointId, other);
        return;
      }
      case 'delete':
        await deleteEndpoint(store, endpointId);
        this.owners.delete(endpointId);
        return this.#keep((one) => one.endpointId !== endpointId);
    }
  }

  /** Compares what reads show, and the numbers that a look at the usage gives. */
  async expectShown(): Promise<void> {
    for (const accountId of this.accounts) {
      const ids = this.#of(accountId);
      expect(await allIds(open.store, { accountId })).toEqual(ids);
      const middle = Math.ceil(this.highest / 2);
      const one = await open.store.captures.readOne(accountId, middle);
      expect(one !== undefined).toBe(ids.includes(middle));
      const usage = await open.store.captures.usage(accountId);
      for (const { endpointId, captures, newest } of usage) {
        const own = this.shown.filter((one) => one.endpointId === endpointId);
        expect({ captures, newest: newest?.id }).toEqual({
          captures: own.length,
          newest: own.at(-1)?.id,
        });
      }
    }
  }

  #of(accountId: number): number[] {
    const own = this.shown.filter(({ endpointId }) => this.owners.get(endpointId) === accountId);
    return own.map(({ id }) => id);
  }

  #keep(isKept: (one: Model['shown'][number]) => boolean): void {
    this.shown = this.shown.filter(isKept);
  }
}

test('lists, usage and counters are right after each of any clears, removals and captures', async () => {
  const orders = fc.array(action, { minLength: 10, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(orders, async (actions) => {
      const model = await Model.start();
      for (const step of actions) {
        await model.take(step);
        await model.expectShown();
        await expectCountersOfRows(open.store);
      }
      await purgeAll(open.store);
      await model.expectShown();
      for (const accountId of model.accounts) await expectExactCounters(open.store, accountId);
      expect(await open.store.db.selectFrom('purge').selectAll().execute()).toEqual([]);
    }),
    { numRuns: 5, seed: 14 },
  );
});
