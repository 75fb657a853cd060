import type { HookwellClient } from '@hookwell/client';
import { describe, expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { RequestLogs } from '../../src/log/request-logs.ts';
import { startBrowser, until } from '../live/browser.ts';
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
});
