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

test('finds what stands in bodies, newest first, and says when that is all', async ({ page }) => {
  const ids = [await page.post('a needle'), await page.post('hay'), await page.post('NEEDLE')];
  await page.log.loadNewest();
  const { ids: found, now } = page.search({ match: 'needle' });
  await until(() => expect(now()).toMatchObject({ isComplete: true, isSearching: false }));
  expect(found()).toEqual([ids[2], ids[0]]);
});

test('looks further back only if more are wanted, and says how far it has looked', async ({
  page,
}) => {
  const ids = await page.fill(230, (n) => (n % 2 === 0 ? '/even' : '/odd'));
  await page.log.loadNewest();
  const even = page.search({ match: 'path=/even' }, 1);
  await until(() => expect(even.now()).toMatchObject({ isLoaded: true, isSearching: false }));
  expect(even.ids()).toHaveLength(100);
  const { items } = await page.client.requests.page({ before: (even.ids().at(-1) ?? 0) + 1 });
  expect(even.now()).toMatchObject({ isComplete: false, lookedBackTo: items[0]?.receivedAt });
  const calls = page.sent.length;
  even.found.want(100);
  expect(page.sent).toHaveLength(calls);
  even.found.want(101);
  await until(() => expect(even.now().isComplete).toBe(true));
  expect(even.ids()).toEqual(ids.filter((_, n) => n % 2 === 0).toReversed());
  // A search that begins while all loaded ones are hidden looks below them.
  const loaded = idsOf(page.log.getSnapshot().items);
  for (const id of loaded) page.removed.add({ kind: 'deleted', id });
  const first = page.search({ match: 'path=/even' });
  await until(() => expect(first.ids()[0]).toBe(ids[128]));
});

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

test('removals hide, undoing shows again, and what the service no longer has is gone', async ({
  page,
}) => {
  const { client, log, removed } = page;
  const ids = await page.fill(4);
  await log.loadNewest();
  const search = page.search({ match: 'body' });
  await until(() => expect(search.ids()).toEqual(ids.toReversed()));
  const removal = { kind: 'deleted', id: ids[1] ?? 0 } as const;
  removed.add(removal);
  expect(search.ids()).toEqual([ids[3], ids[2], ids[0]]);
  removed.restore(removal);
  expect(search.ids()).toEqual(ids.toReversed());
  const clear = { kind: 'cleared', upTo: ids[2] ?? 0 } as const;
  removed.add(clear);
  expect(search.ids()).toEqual([ids[3]]);
  removed.restore(clear);
  expect(search.ids()).toEqual(ids.toReversed());

  await client.requests.delete(ids[2] ?? 0);
  await log.loadNewest();
  expect(search.ids()).toEqual([ids[3], ids[1], ids[0]]);
  const all = { kind: 'cleared', upTo: ids[3] ?? 0 } as const;
  removed.add(all);
  expect(search.ids()).toEqual([]);
  const later = await page.post('body');
  await arrive(client, log, later);
  await until(() => expect(search.ids()).toEqual([later]));
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

test('begins around an old id among those that match', async ({ page }) => {
  const ids = await page.fill(300, (n) => (n % 60 === 0 ? '/rare' : '/usual'));
  await page.log.loadNewest();
  const { now, ids: shown } = page.search({ match: 'path:rare', around: ids[120] });
  await until(() => expect(now()).toMatchObject({ isComplete: true, hasNewer: false }));
  expect(shown()).toEqual([ids[240], ids[180], ids[120], ids[60], ids[0]]);
});

test('a search that nobody wants any more makes no call, and goes on later', async ({ page }) => {
  const first = await page.post('needle');
  await page.log.loadNewest();
  const search = page.search({ match: 'needle' });
  await until(() => expect(search.now().isComplete).toBe(true));
  search.stop();
  const calls = page.sent.length;
  const later = await page.post('needle');
  await arrive(page.client, page.log, later);
  expect(page.sent.length).toBe(calls + 1);
  expect(search.ids()).toEqual([first]);
  const stop = search.found.subscribe(() => {});
  await until(() => expect(search.ids()).toEqual([later, first]));
  stop();
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

test('shows no more what was removed elsewhere, however old, in a search and around a request', async ({
  page,
}) => {
  const ids = (await page.fill(400, (n) => (n % 2 === 0 ? '/even' : '/odd'))).toReversed();
  await page.log.loadNewest();
  const even = page.search({ match: 'path=/even' }, 150);
  const around = page.search({ match: '', around: ids[250] });
  await until(() => {
    expect(even.ids()).toHaveLength(200);
    expect(around.now()).toMatchObject({ isLoaded: true, isSearching: false });
  });
  const [before, beside] = [even.ids(), around.ids()];
  // The log has the newest hundred, so it learns of none of these.
  const gone = [before[0], before[100], before[199], beside[0], ids[250], beside.at(-1)];
  for (const id of new Set(gone)) await page.client.requests.delete(id ?? 0);
  await Promise.all([even.look(), around.look()]);
  expect(even.ids()).toEqual(before.filter((id) => !gone.includes(id)));
  expect(around.ids()).toEqual(beside.filter((id) => !gone.includes(id)));
  around.found.want(1000);
  await until(() => expect(around.now().isComplete).toBe(true));
  const later = ids.filter((id) => id <= (beside[0] ?? 0) && !gone.includes(id));
  expect(around.ids().slice(-later.length)).toEqual(later);
});

test('searches anew below what a look has come to', async ({ page }) => {
  await page.fill(200);
  await page.log.loadNewest();
  const all = page.search({ match: 'size>=0' }, 150);
  await until(() => expect(all.ids()).toHaveLength(200));
  const before = all.ids();
  const read = page.log.page.bind(page.log);
  page.log.page = (selection) => read({ ...selection, limit: 5 });
  for (const at of [0, 199]) await page.client.requests.delete(before[at] ?? 0);
  await all.look();
  expect(all.ids().slice(0, 49)).toEqual(before.slice(1, 50));
  await until(() => expect(all.ids()).toHaveLength(150));
  all.found.want(1000);
  await until(() => expect(all.now().isComplete).toBe(true));
  expect(all.ids()).toEqual(before.slice(1, 199));
});

test('holds arrivals back as long as the log does', async ({ page }) => {
  const first = await page.post('needle');
  await page.log.loadNewest();
  const search = page.search({ match: 'needle' });
  await until(() => expect(search.ids()).toEqual([first]));
  page.log.setPaused(true);
  const held = await page.post('needle');
  await arrive(page.client, page.log, held);
  // A search that begins during the pause leaves them out as well.
  const other = page.search({ match: 'needle' });
  await until(() => expect(other.now().isComplete).toBe(true));
  expect([search.ids(), other.ids()]).toEqual([[first], [first]]);
  page.log.setPaused(false);
  await until(() =>
    expect([search.ids(), other.ids()]).toEqual([
      [held, first],
      [held, first],
    ]),
  );
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

test('forgets everything with the session', async ({ page }) => {
  const id = await page.post('needle');
  await page.log.loadNewest();
  const search = page.search({ match: 'needle' });
  await until(() => expect(search.ids()).toEqual([id]));
  page.log.forget();
  expect(search.now()).toMatchObject({ items: [], isLoaded: false });
  await page.log.loadNewest();
  await until(() => expect(search.ids()).toEqual([id]));
});
