import { gzipSync } from 'node:zlib';
import { longestMatchCharacters } from '@hookwell/core/api';
import { test as base, describe, expect } from 'vitest';
import { matches } from '../../../core/test/match/matches.ts';
import { eventually } from '../eventually.ts';
import { send, startGuest, startServer, type Visitor } from '../start-server.ts';
import { gzipped } from './heavy-readers.ts';
import { sendPayloads } from './sent-payloads.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startServer();
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  })
  .extend('guest', { scope: 'file' }, ({ server }) => startGuest(server))
  .extend('sent', { scope: 'file' }, ({ server, guest }) => sendPayloads(server, guest));

interface Listed {
  id: number;
}

const matching = (match: string) => `match=${encodeURIComponent(match)}`;

/** The ids on all pages that follow one another. */
async function idsOnPages(
  visitor: Visitor,
  path: string,
): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; pages++) {
    const answer: Response = await visitor.call('GET', next);
    expect(answer.status).toBe(200);
    ids.push(...((await answer.json()) as Listed[]).map(({ id }) => id));
    const [, link] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
    next = link === undefined ? undefined : link.slice(new URL(link).origin.length);
  }
  return { ids, pages };
}

describe('a list with a match', () => {
  test.for(matches)('%s', async ([match, finds], { guest, sent: { token, names } }) => {
    const path = `/api/requests/endpoint/${token}?view=summary&${matching(match)}`;
    const list: Listed[] = await guest.ask(200, 'GET', path);
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids.map((id) => names.get(id)).sort()).toEqual([...finds].sort());
  });

  test('has one match a page if asked to, and keeps its parameters in the Link', async ({
    guest,
    sent,
  }) => {
    const all: Listed[] = await guest.ask(200, 'GET', `/api/requests?${matching('method:POST')}`);
    const path = `/api/requests?${matching('method:POST')}&limit=1&view=summary&after=0`;
    const { ids, pages } = await idsOnPages(guest, path);
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(pages).toBeGreaterThanOrEqual(ids.length);
    const link = (await guest.call('GET', path)).headers.get('link') ?? '';
    const parameters = new URL(link.slice(1, link.indexOf('>'))).searchParams;
    expect(Object.fromEntries(parameters)).toEqual({
      match: 'method:POST',
      limit: '1',
      view: 'summary',
      after: '0',
      before: String(all[0]?.id),
    });
    expect(sent.names.size).toBeGreaterThan(20);
  });

  test('gives whole captures, as a list without a match does', async ({ guest, sent }) => {
    const everything: Listed[] = await guest.ask(200, 'GET', '/api/requests');
    expect(await guest.ask(200, 'GET', '/api/requests?match=')).toEqual(everything);
    expect(everything).toHaveLength(sent.names.size);
    const path = `/api/requests/endpoint/${sent.token}?${matching('has:json')}&limit=1000`;
    const found: Listed[] = await guest.ask(200, 'GET', path);
    expect(found).toEqual(everything.filter(({ id }) => found.some((one) => one.id === id)));
  });

  test('shows nothing to others', async ({ server, sent }) => {
    const other = await startGuest(server);
    expect(await other.ask(200, 'GET', '/api/requests?match=')).toEqual([]);
    await other.ask(404, 'GET', `/api/requests/endpoint/${sent.token}?match=`);
  });

  test.for([
    ['statuss', 'statuss:200'],
    ['quote', 'a "b'],
    ['many', 'size>many'],
    ['never holds', 'signature=bad'],
    ['never holds', '-contract=ok'],
    ['match', 'x'.repeat(longestMatchCharacters + 1)],
  ] as const)(
    'refuses what is wrong with a sentence about it: %s',
    async ([part, match], { guest }) => {
      for (const path of ['/api/requests?', '/api/requests?limit=5&', '/api/sse?']) {
        const { error } = await guest.ask(400, 'GET', path + matching(match));
        expect(error).toMatch(/^match\b/);
        expect(error).toContain(part);
      }
    },
  );

  test('refuses two matches, and takes any text of the longest length', async ({ guest }) => {
    for (const path of ['/api/requests', '/api/requests?limit=1', '/api/sse']) {
      const two = `${path}${path.includes('?') ? '&' : '?'}match=a&match=b`;
      expect((await guest.ask(400, 'GET', two)).error).toMatch(/match/);
    }
    for (const match of ['y'.repeat(longestMatchCharacters), 'q\0q', 'body:q\0q', '%_\\']) {
      const path = `/api/requests?limit=1000&${matching(match)}`;
      expect(await guest.ask(200, 'GET', path)).toEqual([]);
    }
  });

  test('answers HEAD with the headers of GET', async ({ guest, sent }) => {
    const path = `/api/requests?limit=1&${matching('method:POST')}`;
    const [get, head] = [await guest.call('GET', path), await guest.call('HEAD', path)];
    expect(head.headers.get('link')).toBe(get.headers.get('link'));
    expect(head.headers.get('link')).toContain('rel="next"');
    expect(await head.text()).toBe('');
    for (const query of [`limit=1&${matching('a "b')}`, matching('nothing:x')]) {
      expect((await guest.call('HEAD', `/api/requests?${query}`)).status).toBe(400);
    }
    expect((await guest.call('HEAD', `/api/requests?${matching('has:json')}`)).status).toBe(200);
    expect(sent.names.size).toBeGreaterThan(20);
  });

  test('finds events by their names, in any body that tells them', async ({ server }) => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const github = { 'user-agent': 'GitHub-Hookshot/1', 'content-type': 'application/json' };
    const pull = JSON.stringify({ action: 'opened', number: 1, pull_request: {}, repository: {} });
    const sent = await Promise.all([
      send(server, token, { method: 'POST', headers: github, body: pull }),
      send(server, token, { method: 'POST', body: '{"type":"invoice.paid","id":"evt_1"}' }),
      send(server, token, { method: 'POST', body: 'no event' }),
      send(server, token, { method: 'GET' }),
    ]);
    const find = async (match: string) => {
      const list: Listed[] = await guest.ask(200, 'GET', `/api/requests?${matching(match)}`);
      return list.map(({ id }) => sent.findIndex((one) => one.id === id)).sort();
    };
    expect(await find('event:PULL_REQUEST')).toEqual([0]);
    expect(await find('event=invoice.paid')).toEqual([1]);
    expect(await find('-has:event')).toEqual([2, 3]);
  });

  test('looks into large and compressed bodies', async ({ server }) => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    const filler = 'x'.repeat(300_000);
    const body = JSON.stringify({ filler, order: { id: 'needle-7', more: filler } });
    const ids: number[] = [];
    for (const [text, headers] of [
      [body, { 'Content-Type': 'application/json' }],
      [gzipSync(body), gzipped],
      [body.replace('needle-7', 'needle-8'), {}],
      [gzipSync('small needle-7'), gzipped],
    ] as const) {
      ids.push((await send(server, token, { method: 'POST', body: text, headers })).id);
    }
    const find = async (match: string) => {
      const found: Listed[] = await guest.ask(
        200,
        'GET',
        `/api/requests?${matching(match)}&view=summary`,
      );
      const paged = await idsOnPages(
        guest,
        `/api/requests?${matching(match)}&view=summary&limit=1`,
      );
      expect(paged.ids).toEqual(found.map(({ id }) => id));
      return found.map(({ id }) => ids.indexOf(id)).reverse();
    };
    expect(await find('needle-7')).toEqual([0, 1, 3]);
    expect(await find('-needle-7')).toEqual([2]);
    expect(await find('json.order.id=needle-7')).toEqual([0, 1]);
    expect(await find('has:json size>1000')).toEqual([0, 1, 2].filter((n) => n !== 1));
    expect(await find('json.order.id:NEEDLE method:post')).toEqual([0, 1, 2]);
  });

  test('stops searching once its reader has gone', async ({ server }) => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    // Each of them is decompressed for the search, which takes a while.
    const sent = gzipSync(Buffer.alloc(8_000_000, 'abc'));
    for (let count = 0; count < 3; count++) {
      await send(server, token, { method: 'POST', body: sent, headers: gzipped });
    }
    const tried = async () => (await server.metrics.capturesSearched.get()).values[0]?.value ?? 0;
    const before = await tried();
    const controller = new AbortController();
    const reading = fetch(`${server.url}/api/requests?${matching('nowhere')}`, {
      headers: { cookie: guest.cookie ?? '' },
      signal: controller.signal,
    }).catch(() => {});
    await eventually(tried, (now) => now > before);
    controller.abort();
    await reading;
    await eventually(async () => {
      const { values } = await server.metrics.openLists.get();
      return values[0]?.value === 0;
    });
    // All that was held for the search is given back.
    await eventually(async () => {
      const { values } = await server.metrics.heavyReadBytes.get();
      return values[0]?.value === 0;
    });
  });
});
