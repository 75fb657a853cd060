import type { HookwellClient } from '@hookwell/client';
import { describe, expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import type { Removal } from '../../src/log/removed-requests.ts';
import { RequestLogs } from '../../src/log/request-logs.ts';
import { ready, startBrowser } from '../live/browser.ts';
import { until } from '../live/until.ts';
import { idsOf } from './summary.ts';

const server = forFile(await startServer());

async function open() {
  const client = await visitAsGuest(server);
  const browser = startBrowser(client);
  const feed = browser.openTab();
  return {
    client,
    feed,
    browser,
    logs: new RequestLogs(client, feed),
    [Symbol.dispose]: () => browser[Symbol.dispose](),
  };
}

async function endpointOf(client: HookwellClient) {
  const { token, id } = await client.endpoints.create();
  return { token, id };
}

/** Captures so many requests and gives their ids, the newest first. */
async function capture(token: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let sent = 0; sent < count; sent++) ids.unshift((await send(server, token)).id);
  return ids;
}

/** A page that shows an endpoint with so many captured requests: its newest hundred are loaded. */
async function openLog(count: number) {
  const page = await open();
  const { token, id } = await endpointOf(page.client);
  const captured = await capture(token, count);
  const log = page.logs.of(token, id);
  await until(() => expect(log.getSnapshot().items).toHaveLength(Math.min(count, 100)));
  return { ...page, token, id, captured, log };
}

describe('a log', () => {
  test('has the newest page, then the arrivals, each once, of its own endpoint', async () => {
    using page = await open();
    const [mine, other] = [await endpointOf(page.client), await endpointOf(page.client)];
    const before = await capture(mine.token, 3);
    const log = page.logs.of(mine.token, mine.id);
    const all = page.logs.of('all', undefined);
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual(before));
    expect(log.getSnapshot()).toMatchObject({ isLoaded: true, isComplete: true });
    const others = await capture(other.token, 1);
    const after = await capture(mine.token, 2);
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual([...after, ...before]));
    const everything = [...after, ...others, ...before];
    await until(() => expect(idsOf(all.getSnapshot().items)).toEqual(everything));
    expect(page.logs.unread.count(mine.id)).toBe(2);
    expect(page.logs.unread.count()).toBe(3);
    expect(page.logs.find(before[0] ?? 0)?.id).toBe(before[0]);
    expect(page.logs.find(123_456)).toBeUndefined();
  });

  test('misses nothing and doubles nothing that is captured while it loads', async () => {
    using page = await open();
    const { token, id } = await endpointOf(page.client);
    const captured = await capture(token, 120);
    let isOver = false;
    const sending = (async () => {
      while (!isOver) captured.unshift((await send(server, token)).id);
    })();
    await until(() => expect(captured.length).toBeGreaterThan(125));
    const log = page.logs.of(token, id);
    await until(() => expect(log.getSnapshot().items.length).toBeGreaterThan(105));
    await log.loadOlder(20);
    await log.loadOlder(1000);
    isOver = true;
    await sending;
    await until(() => expect(log.getSnapshot().items[0]?.id).toBe(captured[0]));
    expect(idsOf(log.getSnapshot().items)).toEqual(captured);
    expect(log.getSnapshot().isComplete).toBe(true);
  });

  test('reads older pages once, however often they are asked for', async () => {
    using page = await openLog(130);
    const { log, captured } = page;
    expect(log.getSnapshot().isComplete).toBe(false);
    await Promise.all([log.loadOlder(), log.loadOlder(), log.loadOlder()]);
    expect(idsOf(log.getSnapshot().items)).toEqual(captured);
    expect(log.getSnapshot()).toMatchObject({ isComplete: true, isLoadingOlder: false });
  });

  test('hides what is removed, and shows it again', async () => {
    using page = await openLog(3);
    const {
      token,
      id,
      log,
      captured: [third = 0, second = 0, first = 0],
    } = page;
    const deleted: Removal = { kind: 'deleted', id: second };
    page.logs.removed.add(deleted);
    expect(idsOf(log.getSnapshot().items)).toEqual([third, first]);
    const cleared: Removal = { kind: 'cleared', endpointId: id, upTo: third };
    page.logs.removed.add(cleared);
    expect(log.getSnapshot()).toMatchObject({ items: [], isComplete: true });
    const [fourth = 0] = await capture(token, 1);
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual([fourth]));
    // The service has not deleted them yet.
    await log.loadNewest();
    expect(idsOf(log.getSnapshot().items)).toEqual([fourth]);
    page.logs.removed.restore(cleared);
    expect(idsOf(log.getSnapshot().items)).toEqual([fourth, third, first]);
    page.logs.removed.restore(deleted);
    expect(idsOf(log.getSnapshot().items)).toEqual([fourth, third, second, first]);
  });

  test('finds what was removed elsewhere when it looks again', async () => {
    using page = await open();
    const { token, id } = await endpointOf(page.client);
    const captured = await capture(token, 250);
    const log = page.logs.of(token, id);
    const stop = log.subscribe(() => {});
    await until(() => expect(log.getSnapshot().items).toHaveLength(100));
    await log.loadOlder(50);
    const [newest = 0, next = 0] = captured;
    const inside = captured[120] ?? 0;
    for (const gone of [newest, inside]) await page.client.requests.delete(gone);
    await log.lookAgain();
    const left = captured.filter((one) => one !== newest && one !== inside);
    expect(idsOf(log.getSnapshot().items)).toEqual(left.slice(0, 150));
    expect(log.getSnapshot().isComplete).toBe(false);
    // The question that an opened request and the searches ask.
    expect(page.logs.removed.has({ id: newest, endpointId: id })).toBe(true);
    await log.loadOlder(1000);
    expect(idsOf(log.getSnapshot().items)).toEqual(left);

    await page.client.requests.clear(token, { through: captured[100] ?? 0 });
    await page.logs.lookAgain();
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual(left.slice(0, 99)));
    expect(log.getSnapshot().isComplete).toBe(true);
    expect(page.logs.removed.has({ id: captured[240] ?? 0, endpointId: id })).toBe(true);
    expect(page.logs.removed.has({ id: next, endpointId: id })).toBe(false);
    await page.client.requests.clear(token);
    await log.lookAgain();
    expect(log.getSnapshot()).toMatchObject({ items: [], isComplete: true });
    const [later = 0] = await capture(token, 1);
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual([later]));
    stop();
  });

  test('keeps what a look has not come to only for whoever reads there', async () => {
    using page = await openLog(60);
    const { log, captured } = page;
    const read = log.page.bind(log);
    log.page = (selection) => read({ ...selection, limit: 5 });
    log.setAway(true);
    await log.lookAgain();
    expect(idsOf(log.getSnapshot().items)).toEqual(captured);
    log.setAway(false);
    await log.lookAgain();
    expect(idsOf(log.getSnapshot().items)).toEqual(captured.slice(0, 50));
    expect(log.getSnapshot().isComplete).toBe(false);
  });

  test('counts no more unread ones than are stored, in lists that are not shown either', async () => {
    using page = await open();
    const [shown, other, third] = [
      await endpointOf(page.client),
      await endpointOf(page.client),
      await endpointOf(page.client),
    ];
    const { unread } = page.logs;
    page.logs.of(shown.token, shown.id);
    await ready(page.feed);
    const [newest = 0, ...older] = await capture(other.token, 5);
    await capture(third.token, 2);
    await until(() => expect(unread.count()).toBe(7));
    await page.client.requests.clear(other.token, { through: older[1] ?? 0 });
    await page.client.endpoints.delete(third.token);
    await page.logs.lookAgain();
    expect(unread.count(other.id)).toBe(2);
    expect(unread.has(newest)).toBe(true);
    expect(unread.count()).toBe(2);
  });

  test('says that a look came to nothing', async () => {
    using page = await open();
    const { token, id } = await endpointOf(page.client);
    await capture(token, 1);
    const log = page.logs.of(token, id);
    const stop = log.subscribe(() => {});
    await until(() => expect(log.getSnapshot().items).toHaveLength(1));
    await page.client.auth.logout();
    await expect(page.logs.lookAgain()).rejects.toMatchObject({ status: 401 });
    await expect(log.lookAgain()).rejects.toMatchObject({ status: 401 });
    stop();
  });

  test('holds arrivals back while it is paused, and counts them', async () => {
    using page = await openLog(1);
    const { token, log, captured: before } = page;
    page.logs.setPaused(true);
    const held = await capture(token, 3);
    await until(() => expect(log.getSnapshot().heldCount).toBe(3));
    expect(idsOf(log.getSnapshot().items)).toEqual(before);
    page.logs.setPaused(false);
    expect(idsOf(log.getSnapshot().items)).toEqual([...held, ...before]);
    expect(log.getSnapshot()).toMatchObject({ heldCount: 0, isPaused: false });
  });

  test('catches up with arrivals and deletions after the tab was away', async () => {
    using page = await openLog(2);
    const {
      token,
      log,
      captured: [second = 0, first = 0],
    } = page;
    page.feed.leave();
    await page.client.requests.delete(second);
    const [third] = await capture(token, 1);
    page.feed.comeBack();
    await until(() => expect(idsOf(log.getSnapshot().items)).toEqual([third, first]));
  });

  test('catches up when a pause ends in which the tab was away', async () => {
    using page = await openLog(1);
    const { token, log, captured: before } = page;
    page.logs.setPaused(true);
    page.feed.leave();
    const missed = await capture(token, 1);
    page.feed.comeBack();
    await ready(page.feed);
    const held = await capture(token, 1);
    await until(() => expect(log.getSnapshot().heldCount).toBe(1));
    page.logs.setPaused(false);
    await until(() => {
      expect(idsOf(log.getSnapshot().items)).toEqual([...held, ...missed, ...before]);
    });
  });

  test('has nothing of the session before', async () => {
    using page = await open();
    const { token, id } = await endpointOf(page.client);
    await capture(token, 2);
    const log = page.logs.of('all', undefined);
    log.subscribe(() => {});
    const idle = page.logs.of(token, id);
    await until(() => expect(log.getSnapshot().items).toHaveLength(2));
    const [{ id: newest = 0 } = {}] = log.getSnapshot().items;
    page.logs.removed.add({ kind: 'cleared', upTo: newest });
    await page.client.auth.logout();
    await page.client.auth.guest();
    page.feed.restart();
    expect(log.getSnapshot()).toMatchObject({ items: [], isLoaded: false });
    await until(() => expect(log.getSnapshot()).toMatchObject({ items: [], isLoaded: true }));
    // Earlier removals must not affect the next session.
    expect(page.logs.removed.has({ id: newest, endpointId: id })).toBe(false);
    // This log is not shown, so it is dropped and not asked for in vain.
    expect(page.logs.of(token, id)).not.toBe(idle);
  });

  test('says why it cannot be read, and can be read again', async () => {
    using page = await open();
    const { token, id } = await endpointOf(page.client);
    await page.client.endpoints.delete(token);
    const log = page.logs.of(token, id);
    await until(() => expect(log.getSnapshot().problem).toBeTypeOf('string'));
    expect(log.getSnapshot().isLoaded).toBe(false);
  });

  test('keeps a bounded number, and reads what it dropped again', async () => {
    using page = await openLog(1);
    const {
      log,
      captured: [first = 0],
    } = page;
    const [some] = log.getSnapshot().items;
    if (some === undefined) throw new Error('There was one');
    for (let batch = 0; batch < 1_000; batch++) {
      log.add(
        Array.from({ length: 25 }, (_, index) => ({ ...some, id: first + 1 + batch * 25 + index })),
      );
    }
    const { items, isComplete } = log.getSnapshot();
    expect(items.length).toBeLessThanOrEqual(21_000);
    expect(isComplete).toBe(false);
    expect(items[0]?.id).toBe(first + 25_000);
    log.setAway(true);
    await log.loadOlder();
    expect(log.getSnapshot().items.at(-1)?.id).toBe(first);
    expect(log.getSnapshot().isComplete).toBe(true);
  });
});
