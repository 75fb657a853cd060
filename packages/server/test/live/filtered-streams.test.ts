import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { startHub } from './start-hub.ts';

test('captures that are removed between search and page are left out, others come once', async () => {
  let onSearched = async () => {};
  await using hub = await startHub();
  const scope = await hub.account();
  const { captures } = hub.store;
  const readByIds = captures.readByIds.bind(captures);
  captures.readByIds = async (...asked) => {
    const once = onSearched;
    onSearched = async () => {};
    await once();
    return await readByIds(...asked);
  };
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) {
    ids.push(await hub.capture(scope, `wanted ${'y'.repeat(40_000)}`));
  }
  const removed = ids.filter((_, index) => [0, 7, 19].includes(index));
  onSearched = async () => {
    for (const id of removed) await captures.removeOne(scope.accountId, id);
  };
  using client = await hub.open(scope, { match: 'wanted' });
  await client.received(17);
  const next = await hub.capture(scope, 'wanted');
  await client.received(18);
  onSearched = () => captures.clear(scope);
  using other = await hub.open(scope, { match: 'wante' });
  await eventually(
    () => captures.readIds(scope, { order: 'newestFirst', limit: 1 }),
    (page) => page.ids.length === 0,
  );
  const last = await hub.capture(scope, 'wanted');
  await client.received(19);
  await eventually(
    () => other.ids,
    (found) => found.includes(last),
  );
  expect(client.ids).toEqual([...ids.filter((id) => !removed.includes(id)), next, last]);
  expect(other.ids).toEqual([last]);
});

test('a merge replays nothing into an open stream with a match, a new one shows it all', async () => {
  await using hub = await startHub();
  const [account, guest] = [await hub.account(), await hub.account()];
  const match = 'wanted';
  const own = await hub.capture(account, 'wanted');
  using open = await hub.open({ accountId: account.accountId }, { match });
  await open.received(1);
  const guests = [await hub.capture(guest, 'wanted'), await hub.capture(guest, 'wanted')];
  await hub.capture(guest, 'not');
  const last = await hub.capture(account, 'wanted');
  await open.received(2);
  await hub.store.db
    .updateTable('endpoint')
    .set({ account_id: account.accountId })
    .where('id', '=', guest.endpointId)
    .execute();
  using fresh = await hub.open({ accountId: account.accountId }, { match });
  await fresh.received(4);
  expect(fresh.ids).toEqual([own, ...guests, last]);
  const after = [await hub.capture(guest, 'wanted'), await hub.capture(account, 'wanted')];
  await open.received(4);
  expect(open.ids).toEqual([own, last, ...after]);
  await fresh.received(6);
  expect(fresh.ids).toEqual([own, ...guests, last, ...after]);
});
