import { gzipSync } from 'node:zlib';
import type { ReceivedEvent } from '@hookwell/contract';
import { test as base, describe, expect } from 'vitest';
import { capture, gzipped } from '../requests/heavy-readers.ts';
import { sendPayloads } from '../requests/sent-payloads.ts';
import { send, startGuest, startServer, type Visitor } from '../start-server.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startServer();
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  })
  .extend('guest', { scope: 'file' }, ({ server }) => startGuest(server));

const eventsOf = (visitor: Visitor, token: string): Promise<ReceivedEvent[]> =>
  visitor.ask(200, 'GET', `/api/endpoints/${token}/events`);

/** The number of requests that a match finds. */
async function found(visitor: Visitor, token: string, match: string): Promise<number> {
  const query = `view=summary&match=${encodeURIComponent(match)}`;
  const list = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?${query}`);
  return list.length;
}

describe('the events of an endpoint', () => {
  test('are those that matches find, with as many JSON bodies', async ({ server, guest }) => {
    const { token, names } = await sendPayloads(server, guest);
    const events = await eventsOf(guest, token);
    expect(events.length).toBeGreaterThan(5);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(names.size);
    expect(new Set(events.map(({ event }) => event)).size).toBe(events.length);
    for (const { event, count, json } of events) {
      const term = event === undefined ? '-has:event' : `event=${JSON.stringify(event)}`;
      expect(await found(guest, token, term), term).toBe(count);
      expect(await found(guest, token, `${term} has:json`), term).toBe(json);
      const query = `event=${encodeURIComponent(event ?? '')}`;
      const path = `/api/endpoints/${token}/schema?${query}`;
      if (json === 0) await guest.ask(404, 'GET', path);
      else expect((await guest.ask(200, 'GET', path))['x-samples'], term).toBe(json);
    }
  });

  test('come with their times, the latest first', async () => {
    let now = Date.UTC(2026, 10, 26, 10);
    const start = now;
    await using server = await startServer({ clock: () => now });
    const guest = await startGuest(server);
    const token = await guest.endpoint();
    for (const body of ['{"type":"a"}', '{"type":"__proto__"}', 'text', '{"type":"a"}', '[1]']) {
      await send(server, token, { method: 'POST', body });
      now += 1000;
    }
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    expect(await eventsOf(guest, token)).toEqual([
      { count: 2, firstReceivedAt: at(2), lastReceivedAt: at(4), json: 1 },
      { event: 'a', count: 2, firstReceivedAt: at(0), lastReceivedAt: at(3), json: 2 },
      { event: '__proto__', count: 1, firstReceivedAt: at(1), lastReceivedAt: at(1), json: 1 },
    ]);
  });

  test('are none before anything came, and once all is cleared', async ({ server, guest }) => {
    const token = await guest.endpoint();
    expect(await eventsOf(guest, token)).toEqual([]);
    await send(server, token, { method: 'POST', body: '{"type":"a"}' });
    expect(await eventsOf(guest, token)).toHaveLength(1);
    await guest.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
    expect(await eventsOf(guest, token)).toEqual([]);
  });

  test('are told of large and compressed bodies as of small ones', async ({ server, guest }) => {
    const token = await guest.endpoint();
    const body = JSON.stringify({ type: 'large', data: 'x'.repeat(200_000) });
    await capture(server, token, body);
    await capture(server, token, gzipSync(body), gzipped);
    await capture(server, token, gzipSync('{"type":"large"}'), gzipped);
    await capture(server, token, gzipSync(body).subarray(0, 100), gzipped);
    await capture(server, token, '{"type":"large"}', gzipped);
    await capture(server, token, new Uint8Array(100_000).fill(0xff));
    const [none, large] = await eventsOf(guest, token);
    expect(none).toMatchObject({ count: 2, json: 0 });
    expect(large).toMatchObject({ event: 'large', count: 4, json: 4 });
  });
});
