import { HookwellClient } from '@hookwell/client';
import { expect, test } from 'vitest';
import { visit } from '../../../client/test/visitor-client.ts';
import {
  send,
  startGuest,
  startServer,
  type TestServer,
} from '../../../server/test/start-server.ts';
import { RemovedRequests } from '../../src/log/removed-requests.ts';
import { RequestLog } from '../../src/log/request-log.ts';
import { BodyTexts } from '../../src/search/body-texts.ts';
import { parseFilter } from '../../src/search/filter.ts';
import { RequestSearch } from '../../src/search/request-search.ts';
import { SentQueries } from '../../src/search/sent-queries.ts';
import { until } from '../live/until.ts';
import { idsOf, summaryOf } from '../log/summary.ts';

async function open(server: TestServer) {
  const { client, sent } = visit(server);
  await client.auth.guest();
  const endpoint = await client.endpoints.create();
  const removed = new RemovedRequests();
  const log = new RequestLog(client, removed, endpoint);
  removed.onChange(() => log.refresh());
  const [bodies, queries] = [new BodyTexts(client), new SentQueries(client)];
  return { client, sent, ...endpoint, log, removed, bodies, queries };
}

function search(
  { log, bodies, queries }: { log: RequestLog; bodies: BodyTexts; queries: SentQueries },
  filter: string,
  wanted = 10,
) {
  const found = new RequestSearch(log, parseFilter(filter), { bodies, queries });
  const stop = found.subscribe(() => {});
  found.want(wanted);
  return {
    ids: () => idsOf(found.getSnapshot().items),
    now: () => found.getSnapshot(),
    source: found,
    [Symbol.dispose]: stop,
  };
}

async function post(server: TestServer, token: string, body: string, path = ''): Promise<number> {
  return (await send(server, token, { method: 'POST', body, path })).id;
}

/** The arrivals that the feed would bring. */
async function arrive(client: HookwellClient, log: RequestLog, id: number): Promise<void> {
  const only = { after: id - 1, before: id + 1, view: 'summary' } as const;
  log.add((await client.requests.page(only)).items);
}

test('reads on until there are as many as wanted, and no further', async () => {
  await using server = await startServer();
  const page = await open(server);
  const ids: number[] = [];
  for (let n = 0; n < 120; n++) {
    ids.push(await post(server, page.token, '', n % 40 === 0 ? '/rare' : '/usual'));
  }
  await page.log.loadNewest();
  using rare = search(page, 'path:rare', 1);
  await until(() => expect(rare.ids()).toEqual([ids[80]]));
  expect(page.log.getSnapshot().items).toHaveLength(100);
  expect(rare.now().isComplete).toBe(false);
  rare.source.want(10);
  await until(() => expect(rare.ids()).toEqual([ids[80], ids[40], ids[0]]));
  await until(() => {
    expect(rare.now()).toMatchObject({ isComplete: true, isSearching: false, searchedCount: 120 });
  });
});

test('takes arrivals, removals and restored requests', async () => {
  await using server = await startServer();
  const page = await open(server);
  const { log, removed, client, token } = page;
  const first = await post(server, token, '', '/rare');
  await post(server, token, '', '/usual');
  await log.loadNewest();
  using rare = search(page, '-path:usual');
  await until(() => expect(rare.ids()).toEqual([first]));
  const third = await post(server, token, '', '/rare');
  await arrive(client, log, third);
  expect(rare.ids()).toEqual([third, first]);
  const fourth = await post(server, token, '', '/usual');
  await arrive(client, log, fourth);
  expect(rare.ids()).toEqual([third, first]);
  const removal = { kind: 'deleted', id: first } as const;
  removed.add(removal);
  expect(rare.ids()).toEqual([third]);
  removed.restore(removal);
  expect(rare.ids()).toEqual([third, first]);
});

test('fetches each body once, and only if the summary does not decide', async () => {
  await using server = await startServer();
  const page = await open(server);
  const { log, client, token, sent } = page;
  const ids: number[] = [];
  for (let n = 0; n < 12; n++) {
    ids.unshift(await post(server, token, `{"state":"${n % 3 === 0 ? 'Paid' : 'open'}"}`));
  }
  const gone = ids[3] ?? 0;
  await log.loadNewest();
  await client.requests.delete(gone);
  const asked = () => sent.filter(({ path }) => /^\/api\/requests\/\d+$/.test(path)).length;
  const before = asked();
  {
    using paid = search(page, 'body:paid method:post');
    await until(() => expect(paid.now()).toMatchObject({ isComplete: true }));
    expect(paid.ids()).toEqual([ids[2], ids[5], ids[8], ids[11]]);
    const next = await post(server, token, 'PAID');
    await arrive(client, log, next);
    await until(() => expect(paid.ids()[0]).toBe(next));
  }
  expect(asked() - before).toBe(13);
  using open_ = search(page, '-body:paid');
  await until(() => expect(open_.now()).toMatchObject({ isComplete: true }));
  expect(open_.ids()).toHaveLength(7);
  // The known ones are not fetched again, but the missing one is.
  expect(asked() - before).toBe(14);
});

test('looks at no body that is too large, and says so', async () => {
  await using server = await startServer();
  const page = await open(server);
  await post(server, page.token, `needle${' '.repeat(1024 * 1024)}`);
  const small = await post(server, page.token, 'needle');
  await page.log.loadNewest();
  using found = search(page, 'body:needle');
  await until(() => expect(found.now()).toMatchObject({ isComplete: true, skippedCount: 1 }));
  expect(found.ids()).toEqual([small]);
});

test('fetches few bodies at a time, and no more than hits are wanted', async () => {
  await using server = await startServer();
  const page = await open(server);
  for (let n = 0; n < 40; n++) await post(server, page.token, 'needle');
  await page.log.loadNewest();
  const before = page.sent.length;
  using found = search(page, 'body:needle', 5);
  await until(() => expect(found.now().isSearching).toBe(false));
  expect(found.ids().length).toBeGreaterThanOrEqual(5);
  expect(page.sent.length - before).toBeLessThan(10);
});

test('says why it stops, and goes on when it is told to', async () => {
  await using server = await startServer();
  const { cookie = '' } = await startGuest(server);
  let isBroken = true;
  const client = new HookwellClient({
    baseUrl: server.url,
    retries: 0,
    fetch: (url, init) => {
      if (isBroken && /requests\/\d+$/.test(url)) return Promise.reject(new TypeError('failed'));
      return fetch(url, { ...init, headers: { ...init.headers, cookie } });
    },
  });
  const { token, id } = await client.endpoints.create();
  const log = new RequestLog(client, new RemovedRequests(), { token, id });
  for (let n = 0; n < 6; n++) await post(server, token, 'needle');
  await log.loadNewest();
  const sources = { bodies: new BodyTexts(client), queries: new SentQueries(client) };
  using found = search({ log, ...sources }, 'body:needle');
  await until(() => expect(found.now().problem).toBe('The service could not be reached'));
  isBroken = false;
  found.source.goOn();
  await until(() => expect(found.ids()).toHaveLength(6));
  expect(found.now().problem).toBeUndefined();
});

test('gives the page its turn while it looks through very many', async () => {
  await using server = await startServer();
  const page = await open(server);
  const { log } = page;
  await log.loadNewest();
  const headers = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`name-${index}`, `value ${index}`]),
  );
  log.setAway(true);
  log.add(Array.from({ length: 60_000 }, (_, index) => summaryOf({ id: index + 1, headers })));
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  });
  using nothing = search(page, 'nowhere -"nothing of it"');
  await until(() => expect(nothing.now().isComplete).toBe(true));
  clearInterval(ticking);
  expect(nothing.ids()).toEqual([]);
  // The whole search takes far longer than one turn.
  expect(turns).toBeGreaterThan(3);
});

test('finds a query parameter by any of its values, and fetches the sent query if that decides', async () => {
  await using server = await startServer();
  const page = await open(server);
  const { token, sent } = page;
  const twice = await post(server, token, '{"n":1}', '?x=1&x=2');
  const last = await post(server, token, '{"n":2}', '?x=1');
  const other = await post(server, token, '{"n":1}', '?x=3');
  await post(server, token, '{"n":1}', '?y=1');
  await page.log.loadNewest();
  const asked = () => sent.filter(({ path }) => path.endsWith('/wire')).map(({ path }) => path);
  const found = async (filter: string) => {
    using results = search(page, filter);
    await until(() => expect(results.now()).toMatchObject({ isComplete: true }));
    return results.ids();
  };
  expect(await found('query:x=2')).toEqual([twice]);
  expect(asked().sort()).toEqual([last, other].map((id) => `/api/requests/${id}/wire`).sort());
  expect(await found('query:x=1')).toEqual([last, twice]);
  expect(await found('-query:x=1')).not.toContain(twice);
  expect(await found('query:x=1 body:1}')).toEqual([twice]);
  expect(await found('query:x=1 method:put')).toEqual([]);
  expect(asked()).toHaveLength(3);
});
