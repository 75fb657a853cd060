import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { newCapture } from './new-capture.ts';
import { startHub, type TestHub } from './start-hub.ts';
import type { StreamClient } from './stream-client.ts';

/** Stores many captures as fast as the store takes them; gives their ids. */
async function captureMany(hub: TestHub, endpointId: number, count: number, body = 'x') {
  const ids = await Promise.all(
    Array.from({ length: count }, () => hub.store.captures.append(newCapture(endpointId, body))),
  );
  return ids.flatMap((appended) => appended?.id ?? []);
}

describe('every id exactly once and in order', () => {
  test('a thousand stored captures while others arrive', async () => {
    await using hub = await startHub();
    const scope = await hub.account();
    const stored = await captureMany(hub, scope.endpointId, 1000);
    using client = await hub.open({ accountId: scope.accountId });
    using narrow = await hub.open(scope);
    const arriving: number[] = [];
    while (client.requests.length < 1000) {
      arriving.push(await hub.capture(scope));
    }
    const all = [...stored, ...arriving, await hub.capture(scope)];
    await client.received(all.length);
    await narrow.received(all.length);
    expect(client.ids).toEqual(all);
    expect(narrow.ids).toEqual(all);
  });
});

describe('a slow reader', () => {
  test('costs a bounded amount of memory, then gets everything', async () => {
    await using hub = await startHub({ heartbeatMs: 50 });
    const scope = await hub.account();
    using quick = await hub.open(scope);
    using slow = await hub.open(scope);
    slow.response.pause();
    const body = 'b'.repeat(50_000);
    const ids: number[] = [];
    let mostHeld = 0;
    for (let round = 0; round < 20; round++) {
      ids.push(...(await captureMany(hub, scope.endpointId, 20, body)));
      mostHeld = Math.max(mostHeld, hub.responses[1]?.writableLength ?? 0);
    }
    await quick.received(ids.length);
    expect(slow.requests.length).toBeLessThan(ids.length);
    expect(mostHeld).toBeLessThan(2.5 * 1024 * 1024);
    const held = hub.responses[1]?.writableLength;
    const heartbeats = quick.heartbeats.length;
    await eventually(() => quick.heartbeats.length > heartbeats + 5);
    expect(hub.responses[1]?.writableLength).toBe(held);
    slow.response.resume();
    await slow.received(ids.length);
    expect(slow.ids).toEqual(ids);
  });
});

describe('the end of a stream', () => {
  test('leaves nothing behind, however many open and close', async () => {
    await using hub = await startHub();
    const scope = await hub.account();
    const other = await hub.account();
    await captureMany(hub, scope.endpointId, 300);
    for (let round = 0; round < 2; round++) {
      const clients = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          hub.open(index % 3 === 0 ? other : scope, { view: index % 2 ? 'event' : 'eventSummary' }),
        ),
      );
      expect(hub.hub.size).toEqual({ streams: 60, heartbeats: 60, channels: 4 });
      expect((await hub.metrics.openStreams.get()).values[0]?.value).toBe(60);
      for (const client of clients) client[Symbol.dispose]();
      await eventually(() => hub.hub.size.streams === 0);
    }
    expect(hub.hub.size).toEqual({ streams: 0, heartbeats: 0, channels: 0 });
    expect((await hub.metrics.openStreams.get()).values[0]?.value).toBe(0);
  });

  test('comes for all of them when the hub closes, also for one that does not read', async () => {
    await using hub = await startHub();
    const scope = await hub.account();
    using client = await hub.open(scope);
    using stuck = await hub.open(scope);
    stuck.response.pause();
    await captureMany(hub, scope.endpointId, 200, 'b'.repeat(50_000));
    await client.received(200);
    await hub.hub.close();
    await eventually(() => client.ended !== 'no');
    expect(client.ended).toBe('whole');
    expect(hub.hub.size).toEqual({ streams: 0, heartbeats: 0, channels: 0 });
    using late = await hub.open(scope);
    await eventually(() => late.ended === 'whole');
  });

  test('comes when the store fails, so that the client resumes', async () => {
    await using hub = await startHub();
    const scope = await hub.account();
    await hub.capture(scope);
    await hub.store.db.schema.dropTable('captured_request').execute();
    using client = await hub.open(scope);
    await eventually(() => client.ended === 'whole');
    expect(client.requests).toEqual([]);
  });

  test('comes with the endpoint it watches, deleted or given to another account', async () => {
    await using hub = await startHub();
    const [deleted, moved, kept] = [await hub.account(), await hub.account(), await hub.account()];
    const { id } = await hub.store.db
      .insertInto('session')
      .values({
        account_id: kept.accountId,
        token_hash: 'hash',
        created_at: Date.now(),
        renewed_at: Date.now(),
        expires_at: Date.now() + 60_000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const credential = { kind: 'session', id } as const;
    const clients: StreamClient[] = [];
    for (const scope of [deleted, moved, kept]) clients.push(await hub.open(scope, { credential }));
    await hub.hub.endEndedStreams();
    expect(hub.hub.size.streams).toBe(3);

    const { db } = hub.store;
    await db.deleteFrom('endpoint').where('id', '=', deleted.endpointId).execute();
    await db
      .updateTable('endpoint')
      .set({ account_id: kept.accountId })
      .where('id', '=', moved.endpointId)
      .execute();
    await hub.hub.endEndedStreams();
    await eventually(() => hub.hub.size.streams === 1);
    expect(clients.map(({ ended }) => ended)).toEqual(['whole', 'whole', 'no']);

    await db.deleteFrom('session').where('id', '=', id).execute();
    await hub.hub.endEndedStreams();
    await eventually(() => clients[2]?.ended === 'whole');
  });
});

test('a merge replays nothing into an open stream, a new one shows it all', async () => {
  await using hub = await startHub();
  const [account, guest] = [await hub.account(), await hub.account()];
  const own = await hub.capture(account);
  using open = await hub.open({ accountId: account.accountId });
  await open.received(1);
  // More than a page, and none of it was ever announced to the account.
  const guests = await captureMany(hub, guest.endpointId, 250);
  await hub.store.db
    .updateTable('endpoint')
    .set({ account_id: account.accountId })
    .where('id', '=', guest.endpointId)
    .execute();
  using fresh = await hub.open({ accountId: account.accountId });
  await fresh.received(251);
  expect(fresh.ids).toEqual([own, ...guests]);
  // The group is too large to be handed over from memory: the streams go back to the log from where they stood.
  const after = await captureMany(hub, account.endpointId, 30, 'w'.repeat(100_000));
  after.push(await hub.capture(guest));
  await open.received(32);
  expect(open.ids).toEqual([own, ...after]);
  await fresh.received(282);
  expect(fresh.ids).toEqual([own, ...guests, ...after]);
});
