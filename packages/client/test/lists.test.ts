import { assert, expect, test } from 'vitest';
import { forFile } from '../../server/test/kept-for.ts';
import { send, startServer } from '../../server/test/start-server.ts';
import { type HookwellClient as Client, HookwellClient } from '../src/index.ts';
import { answer, startScripted } from './scripted-service.ts';
import { visitAsGuest } from './visitor-client.ts';

const server = forFile(await startServer());

/** A guest with two endpoints and five captured requests each, sent in turn. */
async function startList(server: { url: string }) {
  const client = await visitAsGuest(server);
  const [one, other] = [await client.endpoints.create(), await client.endpoints.create()];
  const ids: number[] = [];
  for (let sent = 0; sent < 5; sent++) {
    for (const { token } of [one, other]) {
      const headers = { 'content-type': 'text/plain' };
      ids.push((await send(server, token, { method: 'POST', headers, body: 'hello' })).id);
    }
  }
  return { client, token: one.token, ids: ids.reverse() };
}

async function eachId(client: Client, options: Parameters<Client['requests']['each']>[0]) {
  const ids: number[] = [];
  for await (const { id } of client.requests.each(options)) ids.push(id);
  return ids;
}

test('a list is whole, newest first, of the account or of one endpoint', async () => {
  const { client, token, ids } = await startList(server);
  expect((await client.requests.list()).map(({ id }) => id)).toEqual(ids);
  const own = await client.requests.list({ endpoint: token });
  expect(own.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 2 === 1));
  expect(own[0]?.body).toEqual({ raw: 'hello' });
  const [summary] = await client.requests.list({ endpoint: token, view: 'summary' });
  expect(summary).toMatchObject({ bodySize: 5, contentType: 'text/plain' });
  expect(summary).not.toHaveProperty('body');
});

test('pages lead to one another and keep the options', async () => {
  const { client, token, ids } = await startList(server);
  const own = ids.filter((_, index) => index % 2 === 1);
  const after = own[4] ?? 0;
  const first = await client.requests.page({ endpoint: token, limit: 2, after, view: 'summary' });
  expect(first.items.map(({ id }) => id)).toEqual(own.slice(0, 2));
  expect(first.next).toEqual({ endpoint: token, limit: 2, after, view: 'summary', before: own[1] });
  assert(first.next !== undefined);
  const second = await client.requests.page(first.next);
  expect(second.items.map(({ id }) => id)).toEqual(own.slice(2, 4));
  expect(second.items[0]).toHaveProperty('bodySize', 5);
  expect(second.next).toBeUndefined();
});

test('a page without options is still a page', async () => {
  await using service = await startScripted((_, response) => answer(response, 200, []));
  const client = new HookwellClient({ baseUrl: service.url });
  expect(await client.requests.page()).toEqual({ items: [] });
  expect(service.requests).toEqual(['GET /api/requests?limit=100']);
});

test.each([1, 3, 10, 11, undefined])('every one is read in pages of %s', async (pageSize) => {
  const { client, token, ids } = await startList(server);
  expect(await eachId(client, { pageSize })).toEqual(ids);
  const [newest = 0, oldest = 0] = [ids[0], ids[9]];
  const inner = { before: newest, after: oldest, pageSize };
  expect(await eachId(client, inner)).toEqual(ids.slice(1, -1));
  const own = { ...inner, endpoint: token, view: 'summary' as const };
  expect(await eachId(client, own)).toEqual(ids.slice(1, -1).filter((_, at) => at % 2 === 0));
});

test('pages are asked for only as far as they are read', async () => {
  await using service = await startScripted((_, response, before) => {
    const id = 100 - before;
    const link = `<https://elsewhere.example/api/requests?limit=1&before=${id}>; rel="next"`;
    answer(response, 200, [{ id }], { link });
  });
  const client = new HookwellClient({ baseUrl: service.url });
  for await (const { id } of client.requests.each({ pageSize: 1 })) if (id === 98) break;
  expect(service.requests).toEqual([
    'GET /api/requests?limit=1',
    'GET /api/requests?limit=1&before=100',
    'GET /api/requests?limit=1&before=99',
  ]);
});

test('a search goes on over pages in which nothing matches, with the same match', async () => {
  const found: Record<number, number[]> = { 0: [9], 3: [6, 5] };
  await using service = await startScripted((_, response, before) => {
    const items = (found[before] ?? []).map((id) => ({ id }));
    const link = `</api/requests?before=${8 - before}>; rel="next"`;
    answer(response, 200, items, before < 5 ? { link } : {});
  });
  const client = new HookwellClient({ baseUrl: service.url });
  const match = 'json.a="b c" -path:/x';
  expect(await eachId(client, { match, after: 1, pageSize: 2 })).toEqual([9, 6, 5]);
  const query = 'limit=2&after=1&match=json.a%3D%22b+c%22+-path%3A%2Fx';
  expect(service.requests.map((line) => line.replace(/&before=\d+/, ''))).toEqual(
    Array.from({ length: 6 }, () => `GET /api/requests?${query}`),
  );
  await client.requests.list({ match, endpoint: 'token' });
  expect(service.requests.at(-1)).toBe(
    'GET /api/requests/endpoint/token?match=json.a%3D%22b+c%22+-path%3A%2Fx',
  );
});

test('a page of a search has at least one unless none follows, and leads to the next with its match', async () => {
  await using service = await startScripted((_, response, before) => {
    const link = `</api/requests?before=${8 - before}>; rel="next"`;
    answer(response, 200, before === 2 ? [{ id: 6 }] : [], before < 4 ? { link } : {});
  });
  const client = new HookwellClient({ baseUrl: service.url });
  const { items, next } = await client.requests.page({ match: 'a', limit: 3 });
  expect(items).toEqual([{ id: 6 }]);
  expect(next).toEqual({ match: 'a', limit: 3, before: 6 });
  assert(next !== undefined);
  expect(await client.requests.page(next)).toEqual({ items: [] });
});

test.each([
  ['<a?before=1>; rel="prev", </p/b?x=a,b&before=7>; title="a, \\"b\\""; rel="next"', 7],
  ['</b?before=7>;rel=next', 7],
  ['</b?before=7>; rel="last next"', 7],
  ['</b?before=7>; rel="last"', undefined],
  ['nonsense', undefined],
])('the header `Link: %s` leads to %s', async (link, before) => {
  const items = [{ id: 8 }];
  await using service = await startScripted((_, response) => {
    answer(response, 200, items, { link });
  });
  const client = new HookwellClient({ baseUrl: service.url });
  expect((await client.requests.page()).next?.before).toBe(before);
});
