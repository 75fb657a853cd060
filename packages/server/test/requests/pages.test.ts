import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAccount, startServer, type TestServer, type Visitor } from '../start-server.ts';
import { idsOf, type Shown, store } from './listed-captures.ts';

/** Reads a page and the pages that its Link leads to. */
async function follow(visitor: Visitor, path: string, between?: () => Promise<unknown>) {
  const pages: Shown[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const response = await visitor.call('GET', next);
    expect(response.status).toBe(200);
    // The API answers a list with an array of captured requests.
    pages.push((await response.json()) as Shown[]);
    const link = response.headers.get('link');
    const address = link === null ? undefined : /^<(.+)>; rel="next"$/.exec(link)?.[1];
    expect(address === undefined).toBe(link === null);
    if (address !== undefined) expect(address).toMatch(visitor.server.url);
    next = address?.slice(visitor.server.url.length);
    await between?.();
  }
  return pages;
}

describe('a page', () => {
  let server: TestServer;
  let visitor: Visitor;
  let token: string;
  let ids: number[];

  beforeAll(async () => {
    server = await startServer();
    visitor = await startAccount(server, 'enterprise');
    token = await visitor.endpoint();
    const other = await visitor.endpoint();
    ids = [...(await store(server, token, 150)), ...(await store(server, other, 150))];
    ids.sort((a, b) => b - a);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it('has a hundred captures, newest first, if only its place is given', async () => {
    const [first] = await follow(visitor, `/api/requests?after=0`);
    expect(idsOf(first ?? [])).toEqual(ids.slice(0, 100));
  });

  it.each([7, 100, 299, 300, 301])('leads to the next one: limit %d', async (limit) => {
    const pages = await follow(visitor, `/api/requests?limit=${limit}&view=summary`);
    expect(idsOf(pages.flat())).toEqual(ids);
    expect(pages.length).toBe(Math.ceil(300 / limit));
  });

  it('goes on from old to older within both bounds, each capture once', async () => {
    const [from, to] = [ids[250] ?? 0, ids[20] ?? 0];
    for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
      const all = idsOf(await visitor.ask(200, 'GET', path));
      for (const [query, expected] of [
        [`after=${from}`, all.filter((id) => id > from)],
        [`before=${to}`, all.filter((id) => id < to)],
        [`after=${from}&before=${to}`, all.filter((id) => id > from && id < to)],
        [`before=1`, []],
        [`after=${ids[0]}`, []],
      ] as const) {
        const pages = await follow(visitor, `${path}?${query}&limit=37`);
        expect(idsOf(pages.flat())).toEqual(expected);
      }
    }
  });

  it('is not shifted by captures that arrive meanwhile', async () => {
    const pages = await follow(visitor, '/api/requests?limit=50', () => store(server, token, 3));
    expect(idsOf(pages.flat())).toEqual(ids);
    ids = idsOf(await visitor.ask(200, 'GET', '/api/requests'));
  });

  it('is as long as asked for however large its bodies are', async () => {
    const big = await startAccount(server, 'enterprise');
    const bigToken = await big.endpoint();
    const body = Buffer.alloc(400_000, 'x');
    const bigIds = await store(server, bigToken, 12, body);
    const pages = await follow(big, '/api/requests?limit=5');
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2]);
    expect(idsOf(pages.flat())).toEqual(bigIds.reverse());
    expect(pages[1]?.every((one) => one.body?.raw.length === body.length)).toBe(true);
  });

  it('has the same headers for HEAD, which reads no bodies', async () => {
    const reads = vi.spyOn(server.store.captures, 'readListPage');
    for (const query of ['limit=7', 'limit=1000', `after=${ids[200]}&view=summary`, 'before=1']) {
      for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
        const get = await visitor.call('GET', `${path}?${query}`);
        await get.body?.cancel();
        reads.mockClear();
        const head = await visitor.call('HEAD', `${path}?${query}`);
        expect(head.status).toBe(200);
        for (const name of ['link', 'content-type']) {
          expect(head.headers.get(name)).toBe(get.headers.get(name));
        }
        expect(reads.mock.calls.every(([, { withBody }]) => !withBody)).toBe(true);
      }
    }
  });
});
