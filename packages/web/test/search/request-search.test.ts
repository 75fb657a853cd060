import type { HookwellClient } from '@hookwell/client';
import { test as base, expect } from 'vitest';
import { visit } from '../../../client/test/visitor-client.ts';
import type { Environment } from '../../../server/src/config.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { Listeners } from '../../src/live/listeners.ts';
import { RemovedRequests } from '../../src/log/removed-requests.ts';
import { RequestLog } from '../../src/log/request-log.ts';
import { RequestSearch, type SearchedFor } from '../../src/search/request-search.ts';
import { statusWords } from '../../src/search/search-status.tsx';
import { until } from '../live/until.ts';
import { idsOf } from '../log/summary.ts';
import { storeCaptures } from '../store-captures.ts';

/** Never looks by itself. */
const noLooks = { onLook: () => () => {} };

/** An endpoint of its own for each test, its log, and the ways to fill and to search it. */
const test = base
  .extend('environment', { scope: 'file' }, (): Environment => ({}))
  .extend('server', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const server = await startServer({ environment });
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  })
  .extend('page', async ({ server }, { onCleanup }) => {
    const stops: (() => void)[] = [];
    onCleanup(() => stops.forEach((stop) => void stop()));
    const { client, sent } = visit(server);
    await client.auth.guest();
    const endpoint = await client.endpoints.create();
    const { token } = endpoint;
    const removed = new RemovedRequests();
    const log = new RequestLog(client, removed, endpoint);
    removed.onChange(() => log.refresh());
    const post = async (body: string) => (await send(server, token, { method: 'POST', body })).id;
    const fill = (count: number, path: (n: number) => string = () => '') =>
      storeCaptures(
        server,
        endpoint,
        Array.from({ length: count }, (_, n) => ({ path: path(n) })),
      );
    const search = (searched: SearchedFor, wanted = 10) => {
      const looks = new Listeners<unknown[]>();
      const found = new RequestSearch(log, searched, {
        onLook: (look) => looks.add((begun) => begun.push(look())),
      });
      /** Looks for changes elsewhere. */
      const look = () => {
        const begun: unknown[] = [];
        looks.tell(begun);
        return Promise.all(begun);
      };
      const stop = found.subscribe(() => {});
      stops.push(stop);
      found.want(wanted);
      const now = () => found.getSnapshot();
      return { found, stop, look, now, ids: () => idsOf(now().items) };
    };
    return { client, sent, log, removed, post, fill, search };
  });

/** The arrivals that the feed would bring. */
async function arrive(client: HookwellClient, log: RequestLog, id: number): Promise<void> {
  const only = { after: id - 1, before: id + 1, view: 'summary' } as const;
  log.add((await client.requests.page(only)).items);
}

test('takes arrivals that match, in order and once, however many come together', async ({
  page,
}) => {
  const first = await page.post('needle');
  await page.log.loadNewest();
  const { ids, now, found } = page.search({ match: 'needle' });
  const seen: number[][] = [];
  found.subscribe(() => seen.push(ids()));
  await until(() => expect(ids()).toEqual([first]));
  const calls = page.sent.length;
  const arrived: number[] = [];
  for (let n = 0; n < 60; n++) {
    arrived.push(await page.post(n % 2 === 0 ? 'needle' : 'hay'));
    if (n === 10) page.removed.add({ kind: 'deleted', id: arrived[4] ?? 0 });
  }
  const { items } = await page.client.requests.page({ view: 'summary', after: first });
  // The feed tells of them one by one.
  for (const item of items.toReversed()) page.log.add([item]);
  const expected = arrived.filter((_, n) => n % 2 === 0 && n !== 4).toReversed();
  await until(() => expect(ids()).toEqual([...expected, first]));
  expect(page.sent.length - calls).toBeLessThan(6);
  for (const list of seen) expect(list).toEqual([...new Set(list)].sort((a, b) => b - a));
  expect(now().isComplete).toBe(true);
});

test('begins around an old id, goes on in both directions, and then takes arrivals', async ({
  page,
}) => {
  const ids = await page.fill(420);
  await page.log.loadNewest();
  const around = ids[150] ?? 0;
  const { found, now, ids: shown } = page.search({ match: '', around }, 30);
  await until(() => expect(now()).toMatchObject({ isLoaded: true, hasNewer: true }));
  await until(() => expect(now().isSearching).toBe(false));
  const inOrder = () => {
    const start = ids.length - ids.indexOf(shown()[0] ?? 0) - 1;
    expect(shown()).toEqual(ids.toReversed().slice(start, start + shown().length));
  };
  inOrder();
  const place = shown().indexOf(around);
  expect(place).toBeGreaterThanOrEqual(40);
  expect(shown().length - place).toBeGreaterThanOrEqual(30);

  const arrived = await page.post('while the top is not loaded');
  await arrive(page.client, page.log, arrived);
  ids.push(arrived);
  inOrder();
  expect(now().hasNewer).toBe(true);
  await until(() => {
    found.wantNewer();
    expect(now().hasNewer).toBe(false);
  });
  found.want(1000);
  await until(() => expect(now().isComplete).toBe(true));
  expect(shown()).toEqual(ids.toReversed());
  const live = await page.post('at the top');
  await arrive(page.client, page.log, live);
  await until(() => expect(shown()[0]).toBe(live));
});

test('says why it does not go on, and goes on when told, after the log, and in a new session', async ({
  server,
}) => {
  let isAway = false;
  const { client } = visit(server, (url) => {
    if (isAway && url.includes('match=')) throw new Error('no way to the service');
  });
  await client.auth.guest();
  const endpoint = await client.endpoints.create();
  const { id } = await send(server, endpoint.token, { method: 'POST', body: 'needle' });
  const log = new RequestLog(client, new RemovedRequests(), endpoint);
  await log.loadNewest();
  const ways: ((search: RequestSearch) => unknown)[] = [
    (search) => search.goOn(),
    () => log.loadNewest(),
    () => {
      log.forget();
      return log.loadNewest();
    },
  ];
  for (const goOn of ways) {
    isAway = true;
    const search = new RequestSearch(log, { match: 'needle' }, noLooks);
    const stop = search.subscribe(() => {});
    search.want(10);
    await until(() => expect(search.getSnapshot().problem).toBeDefined());
    expect(statusWords(search.getSnapshot())).toBe('');
    isAway = false;
    void goOn(search);
    await until(() => expect(idsOf(search.getSnapshot().items)).toEqual([id]));
    expect(search.getSnapshot().problem).toBeUndefined();
    stop();
  }
});

test('begins anew after a gap that the log has too', async ({ page }) => {
  const [first = 0] = await page.fill(1, () => '/old');
  await page.log.loadNewest();
  const search = page.search({ match: 'path:/' });
  await until(() => expect(search.ids()).toEqual([first]));
  const later = await page.fill(250, () => '/new');
  await page.log.loadNewest();
  expect(page.log.getSnapshot().items).toHaveLength(100);
  await until(() => expect(search.ids()).toEqual(later.slice(150).toReversed()));
  search.found.want(251);
  await until(() => expect(search.ids()).toEqual([first, ...later].toReversed()));
});
