import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { NewCapture } from '../../src/capture-log/capture-log.ts';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { eventually } from '../eventually.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
} from '../start-server.ts';

interface Shown {
  id: number;
  body?: { raw: string };
  bodySize?: number;
  contentType?: string;
}

/** Stores captures past the receive URL, which is quick enough for thousands. Gives their ids, oldest first. */
async function store(
  server: TestServer,
  token: string,
  count: number,
  body = Buffer.from('{"a":1}'),
): Promise<number[]> {
  const { id: endpointId } = await server.store.db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const capture: NewCapture = {
    endpointId,
    receivedAt: Date.now(),
    method: 'POST',
    target: `/wh/${token}`,
    headers: '["Content-Type","application/json"]',
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    body: [body],
    bodySize: body.length,
  };
  const appended = Array.from({ length: count }, () => server.store.captures.append(capture));
  const ids = (await Promise.all(appended)).filter((id) => id !== undefined);
  return ids.sort((a, b) => a - b);
}

function idsOf(list: Shown[]): number[] {
  return list.map(({ id }) => id);
}

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

/** Opens a list without reading it. */
function open(server: TestServer, visitor: Visitor, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = visitor.cookie === undefined ? {} : { cookie: visitor.cookie };
    get(`${server.url}${path}`, { headers }, resolve).on('error', reject);
  });
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

  it.each([1, 7, 99, 100, 101, 150, 299, 300, 301, 1000])(
    'leads to the next one: limit %d',
    async (limit) => {
      const pages = await follow(visitor, `/api/requests?limit=${limit}&view=summary`);
      expect(idsOf(pages.flat())).toEqual(ids);
      expect(pages.length).toBe(Math.ceil(300 / limit));
    },
  );

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

  it.each(['?limit=1', '?limit=40', '?limit=2&after=1'])(
    'is no longer than asked for where captures arrive while it is read: %s',
    async (query) => {
      const readPage = server.store.captures.readPage.bind(server.store.captures);
      using reads = vi.spyOn(server.store.captures, 'readPage');
      reads.mockImplementation(async (...asked) => {
        await store(server, token, 2);
        return await readPage(...asked);
      });
      const shown = idsOf(await visitor.ask(200, 'GET', `/api/requests${query}`));
      expect(reads).toHaveBeenCalled();
      reads.mockRestore();
      const limit = Number(/limit=(\d+)/.exec(query)?.[1]);
      expect(shown).toEqual(ids.slice(0, limit));
      ids = idsOf(await visitor.ask(200, 'GET', '/api/requests'));
    },
  );

  it('keeps the other parameters in its link, on the endpoint asked for', async () => {
    const path = `/api/requests/endpoint/${token}?view=summary&after=1&limit=2`;
    const link = (await visitor.call('GET', path)).headers.get('link') ?? '';
    const next = new URL(/<(.*)>/.exec(link)?.[1] ?? '');
    expect(next.pathname).toBe(`/api/requests/endpoint/${token}`);
    const parameters = Object.fromEntries(next.searchParams);
    expect(Object.keys(parameters).sort()).toEqual(['after', 'before', 'limit', 'view']);
    expect(parameters).toMatchObject({ view: 'summary', after: '1', limit: '2' });
    const whole = await visitor.call('GET', '/api/requests?view=summary');
    expect(whole.headers.get('link')).toBeNull();
    await whole.body?.cancel();
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
    const reads = vi.spyOn(server.store.captures, 'readPage');
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

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'before=-1', 'after=', 'view=full'])(
    'refuses %s',
    async (query) => {
      const name = query.split('=')[0] ?? '';
      const { error } = await visitor.ask(400, 'GET', `/api/requests?${query}`);
      expect(error).toContain(name);
    },
  );
});

describe('a whole list', () => {
  it('is an empty array if nothing was captured', async () => {
    await using server = await startServer();
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
      expect(await (await visitor.call('GET', path)).text()).toBe('[]');
      expect(await (await visitor.call('GET', `${path}?limit=3`)).text()).toBe('[]');
    }
  });

  it('has sizes and types in place of bodies as a summary', async () => {
    await using server = await startServer();
    const visitor = await startGuest(server);
    const token = await visitor.endpoint();
    await send(server, token, {
      method: 'POST',
      body: 'hello',
      headers: { 'Content-Type': 'a/b' },
    });
    const [one]: Shown[] = await visitor.ask(200, 'GET', '/api/requests?view=summary');
    expect(one).toMatchObject({ bodySize: 5, contentType: 'a/b' });
    expect(one).not.toHaveProperty('body');
  });

  it('has everything that was there, once, newest first, while more arrives', async () => {
    await using server = await startServer();
    const visitor = await startAccount(server, 'enterprise');
    const tokens = [await visitor.endpoint(), await visitor.endpoint(), await visitor.endpoint()];
    const old = (await Promise.all(tokens.map((token) => store(server, token, 3_334)))).flat();
    let listing = true;
    const arriving = (async () => {
      let arrived = 0;
      while (listing) arrived += (await store(server, tokens[arrived % 3] ?? '', 20)).length;
      return arrived;
    })();
    const list = idsOf(await visitor.ask(200, 'GET', '/api/requests'));
    listing = false;
    expect(await arriving).toBeGreaterThan(0);
    expect(list).toEqual([...new Set(list)].sort((a, b) => b - a));
    expect(list.length).toBeGreaterThanOrEqual(10_002);
    const seen = new Set(list);
    expect(old.filter((id) => !seen.has(id))).toEqual([]);
  });

  it('answers HEAD without reading anything, for it has no Link', async () => {
    await using server = await startServer();
    const visitor = await startAccount(server, 'enterprise');
    const token = await visitor.endpoint();
    await store(server, token, 10);
    const reads = vi.spyOn(server.store.captures, 'readPage');
    for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
      const response = await visitor.call('HEAD', path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    expect(reads).not.toHaveBeenCalled();
    expect((await visitor.call('HEAD', '/api/requests/endpoint/unknown')).status).toBe(404);
  });
});

describe('a long list', () => {
  const pages = 300;

  /** A list of 60 MB, more than sockets hold, and the number of reads that it takes. */
  async function startLongList(server: TestServer) {
    const visitor = await startAccount(server, 'enterprise');
    const token = await visitor.endpoint();
    await store(server, token, pages, Buffer.alloc(200_000, 'x'));
    return { visitor, reads: vi.spyOn(server.store.captures, 'readPage') };
  }

  /** Waits until nothing was read for a while, and gives the number of reads until then. */
  async function whenReadsRest(reads: { mock: { calls: unknown[] } }): Promise<number> {
    let [last, looks] = [-1, 0];
    return await eventually(
      () => {
        const now = reads.mock.calls.length;
        looks = now === last ? looks + 1 : 0;
        last = now;
        return now;
      },
      () => looks > 30,
    );
  }

  it('is read at the pace of its reader, and no more once the reader has gone', async () => {
    await using server = await startServer();
    const { visitor, reads } = await startLongList(server);
    const response = await open(server, visitor, '/api/requests');
    response.once('readable', () => response.read(1));
    const whilePaused = await whenReadsRest(reads);
    expect(whilePaused).toBeLessThan(pages / 10);
    response.destroy();
    expect(await whenReadsRest(reads)).toBeLessThanOrEqual(whilePaused + 1);
  });

  it('is cut off, never closed, if the store fails midway', async () => {
    await using server = await startServer();
    const { visitor, reads } = await startLongList(server);
    const response = await open(server, visitor, '/api/requests');
    await whenReadsRest(reads);
    for (const read of ['readPage', 'readOne'] as const) {
      const failure = new StoreUnavailable('as this test wants it');
      vi.spyOn(server.store.captures, read).mockRejectedValue(failure);
    }
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const end = await new Promise((resolve) => {
      response.on('error', () => resolve('cut off')).on('end', () => resolve('closed'));
    });
    expect(end).toBe('cut off');
    expect(text).toMatch(/^\[\{"id":/);
    expect(text.endsWith(']')).toBe(false);
    // A reader that asks only now gets a proper answer.
    await visitor.ask(503, 'GET', '/api/requests');
  });

  it.each([
    [
      'is cut off where its endpoint is deleted midway',
      '/endpoint',
      'DELETE',
      '/api/endpoints/:token',
    ],
    ['is cut off where its account is merged away midway', '', 'POST', '/api/auth/register'],
    ['ends where it is cleared midway', '/endpoint', 'DELETE', '/api/requests/endpoint/:token'],
    ['ends where all is cleared midway', '', 'DELETE', '/api/requests'],
  ])('%s', async (name, scope, method, path) => {
    await using server = await startServer();
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const ids = await store(server, token, 300);
    const other = new Visitor(server, guest.cookie === undefined ? {} : { cookie: guest.cookie });
    const readPage = server.store.captures.readPage.bind(server.store.captures);
    const reads = vi.spyOn(server.store.captures, 'readPage');
    reads.mockImplementationOnce(readPage).mockImplementationOnce(async (...asked) => {
      const account = { email: `merge-${token}@example.com`, password };
      const body = method === 'POST' ? account : undefined;
      const { ok } = await other.call(method, path.replace(':token', token), body);
      expect(ok).toBe(true);
      return await readPage(...asked);
    });
    const answer = await guest.call('GET', `/api/requests${scope && `${scope}/${token}`}`);
    expect(answer.status).toBe(200);
    const shown = await answer.json().then(
      // The API answers a list with an array of captured requests.
      (list) => idsOf(list as Shown[]),
      () => 'cut off',
    );
    expect(shown).toEqual(name.includes('cut off') ? 'cut off' : ids.toReversed().slice(0, 250));
  });
});
