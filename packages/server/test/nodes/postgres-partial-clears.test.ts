import { pino } from 'pino';
import { inject, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createDatabase } from '../postgres/databases.ts';
import {
  allIds,
  appendMany,
  expectCountersOfRows,
  expectExactCounters,
  purgeAll,
} from '../store/store-fixture.ts';
import { addAccountWithEndpoint, addEndpoint } from '../store/store-rows.ts';

async function twoNodes() {
  const database = await createDatabase(inject('postgres'));
  const log = pino({ level: 'silent' });
  const open = () => openStore({ url: database.url, role: 'server', log });
  const nodes: [Store, Store] = [await open(), await open()];
  return {
    nodes,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

test('a clear up to an id counts at once on every node', async ({ expect }) => {
  await using cluster = await twoNodes();
  const [one, other] = cluster.nodes;
  const { accountId, endpointId } = await addAccountWithEndpoint(one);
  const ids = await appendMany(one, endpointId, 10);
  ids.push(...(await appendMany(other, endpointId, 10)));
  await one.captures.clear({ accountId, endpointId }, ids[12]);
  expect(await allIds(other, { accountId })).toEqual(ids.slice(13));
  expect(await other.captures.readOne(accountId, ids[12] ?? 0)).toBeUndefined();
  const [usage] = await other.captures.usage(accountId);
  expect(usage).toMatchObject({ captures: 7, newest: { id: ids[19] } });
});

test('nodes that clear, purge, trim and capture at once count each capture once', async ({
  expect,
}) => {
  await using cluster = await twoNodes();
  const [one, other] = cluster.nodes;
  const { accountId, endpointId } = await addAccountWithEndpoint(one);
  const endpoints = [endpointId, await addEndpoint(one, accountId)];
  const ids: number[] = [];
  async function capture(node: Store, turn: number): Promise<void> {
    for (let round = 0; round < 12; round++) {
      ids.push(...(await appendMany(node, endpoints[(turn + round) % 2] ?? 0, 60)));
    }
  }
  async function clear(node: Store): Promise<void> {
    for (let round = 0; round < 12; round++) {
      const middle = ids[Math.floor(ids.length * 0.7)] ?? 0;
      const endpoint = endpoints[round % 2] ?? 0;
      const scope = round % 3 === 0 ? { accountId } : { accountId, endpointId: endpoint };
      await node.captures.clear(scope, round % 5 === 4 ? undefined : middle);
      await node.captures.removeOldest({ accountId }, { keepCount: 300 });
    }
  }
  async function purge(node: Store): Promise<void> {
    for (let round = 0; round < 24; round++) await node.captures.purge();
  }
  const work = cluster.nodes.flatMap((node, turn) => [
    capture(node, turn),
    clear(node),
    purge(node),
  ]);
  await Promise.all(work);
  await expectCountersOfRows(one);
  await Promise.all([purgeAll(one), purgeAll(other)]);
  await expectExactCounters(other, accountId);
  expect(await one.db.selectFrom('purge').selectAll().execute()).toEqual([]);
});
