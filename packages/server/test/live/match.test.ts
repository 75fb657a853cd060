import { gzipSync } from 'node:zlib';
import { test as base, describe, expect } from 'vitest';
import { matches } from '../../../core/test/match/matches.ts';
import { sendPayloads } from '../requests/sent-payloads.ts';
import { send, startGuest, startServer, type Visitor } from '../start-server.ts';
import { openStream, type StreamClient } from './stream-client.ts';

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startServer();
  onCleanup(() => server[Symbol.asyncDispose]());
  return server;
});

function open(visitor: Visitor, match: string, more = ''): Promise<StreamClient> {
  const query = `match=${encodeURIComponent(match)}${more}`;
  return openStream(`${visitor.server.url}/api/sse?${query}`, { cookie: visitor.cookie ?? '' });
}

/** A guest may have that many streams open. */
const mostStreams = 20;

describe('a stream with a match', () => {
  // Lists try all of the table: `requests/match.test.ts`.
  const part = matches.filter((_, index) => index % Math.ceil(matches.length / mostStreams) === 0);

  test('gives what is stored, then what arrives', async ({ server }) => {
    const guest = await startGuest(server);
    const stored = await sendPayloads(server, guest);
    const streams = await Promise.all(
      part.map(async ([match, finds]) => ({ match, finds, client: await open(guest, match) })),
    );
    const arrived = await sendPayloads(server, guest);
    for (const { match, finds, client } of streams) {
      await client.received(2 * finds.length);
      const names = client.ids.map((id) => stored.names.get(id) ?? arrived.names.get(id));
      expect(client.ids, match).toEqual(client.ids.toSorted((a, b) => a - b));
      expect(names.slice(0, finds.length).sort(), match).toEqual([...finds].sort());
      expect(names.slice(finds.length).sort(), match).toEqual([...finds].sort());
      client[Symbol.dispose]();
    }
  });

  test('goes on after an id, gives each of many once and in order, and those of one endpoint alone', async ({
    server,
  }) => {
    const guest = await startGuest(server);
    const [token, other] = [await guest.endpoint(), await guest.endpoint()];
    const post = async (to: string, body: string) =>
      (await send(server, to, { method: 'POST', body })).id;
    const early = await post(token, 'wanted');
    await post(token, 'wanted by its endpoint');
    using all = await open(guest, 'wanted', `&after=${early}`);
    using one = await open(guest, 'wanted', `&endpoint=${token}&view=summary`);
    const wanted: number[] = [];
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const id = await post(index % 2 === 0 ? token : other, index % 3 === 0 ? 'WANTED' : 'not');
        if (index % 3 === 0) wanted.push(id);
      }),
    );
    await all.received(wanted.length + 1);
    expect(all.ids.slice(1)).toEqual(wanted.sort((a, b) => a - b));
    await one.received(2 + 10);
    expect(new Set(one.requests.map(({ endpointId }) => endpointId)).size).toBe(1);
    expect(one.requests[0]).toMatchObject({ bodySize: 6 });
  });

  test('is not opened for an endpoint of somebody else', async ({ server }) => {
    const [guest, other] = [await startGuest(server), await startGuest(server)];
    const token = await other.endpoint();
    await guest.ask(404, 'GET', `/api/sse?match=x&endpoint=${token}`);
    await guest.ask(404, 'GET', `/api/sse?match=&endpoint=${token}`);
  });

  test('finds large and compressed bodies in their order', async ({ server }) => {
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    using client = await open(guest, 'body:needle');
    const ids: number[] = [];
    for (const [body, headers] of [
      ['needle', {}],
      [gzipSync(`${'x'.repeat(200_000)}needle`), { 'Content-Encoding': 'gzip' }],
      ['nothing', {}],
      [`${'x'.repeat(200_000)}Needle`, {}],
      ['needle', {}],
    ] as const) {
      ids.push((await send(server, token, { method: 'POST', body, headers })).id);
    }
    await client.received(4);
    expect(client.ids).toEqual(ids.filter((_, index) => index !== 2));
  });
});
