import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ReceivedEvent } from '@hookwell/core/api';
import { test as base, describe, expect } from 'vitest';
import { capture, gzipped } from '../requests/heavy-readers.ts';
import { sendPayloads } from '../requests/sent-payloads.ts';
import { send, startAccount, startServer, type Visitor } from '../start-server.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
  .extend('clock', { scope: 'file' }, ({}) => ({ now: Date.UTC(2026, 10, 26, 10) }))
  .extend('server', { scope: 'file' }, async ({ clock }, { onCleanup }) => {
    const server = await startServer({ clock: () => clock.now });
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  })
  .extend('visitor', { scope: 'file' }, ({ server }) => startAccount(server, 'plus'));

const eventsOf = (visitor: Visitor, token: string): Promise<ReceivedEvent[]> =>
  visitor.ask(200, 'GET', `/api/endpoints/${token}/events`);

/** The number of requests that a match finds. */
async function found(visitor: Visitor, token: string, match: string): Promise<number> {
  const query = `view=summary&match=${encodeURIComponent(match)}`;
  const list = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?${query}`);
  return list.length;
}

describe('the events of an endpoint', () => {
  test('are those that matches find, with as many JSON bodies', async ({ server, visitor }) => {
    const { token, names } = await sendPayloads(server, visitor);
    const events = await eventsOf(visitor, token);
    expect(events.length).toBeGreaterThan(5);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(names.size);
    expect(new Set(events.map(({ event }) => event)).size).toBe(events.length);
    for (const { event, count, json } of events.slice(0, 6)) {
      const term = event === undefined ? '-has:event' : `event=${JSON.stringify(event)}`;
      expect(await found(visitor, token, term), term).toBe(count);
      expect(await found(visitor, token, `${term} has:json`), term).toBe(json);
      const query = `event=${encodeURIComponent(event ?? '')}`;
      const path = `/api/endpoints/${token}/schema?${query}`;
      if (json === 0) await visitor.ask(404, 'GET', path);
      else expect((await visitor.ask(200, 'GET', path))['x-samples'], term).toBe(json);
    }
  });

  test('come with their times, the latest first', async ({ clock, server, visitor }) => {
    const start = clock.now;
    const token = await visitor.endpoint();
    for (const body of ['{"type":"a"}', '{"type":"__proto__"}', 'text', '{"type":"a"}', '[1]']) {
      await send(server, token, { method: 'POST', body });
      clock.now += 1000;
    }
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    expect(await eventsOf(visitor, token)).toEqual([
      { count: 2, firstReceivedAt: at(2), lastReceivedAt: at(4), json: 1 },
      { event: 'a', count: 2, firstReceivedAt: at(0), lastReceivedAt: at(3), json: 2 },
      { event: '__proto__', count: 1, firstReceivedAt: at(1), lastReceivedAt: at(1), json: 1 },
    ]);
  });

  test('are none before anything came, and once all is cleared', async ({ server, visitor }) => {
    const token = await visitor.endpoint();
    expect(await eventsOf(visitor, token)).toEqual([]);
    await send(server, token, { method: 'POST', body: '{"type":"a"}' });
    expect(await eventsOf(visitor, token)).toHaveLength(1);
    await visitor.ask(204, 'DELETE', `/api/requests/endpoint/${token}`);
    expect(await eventsOf(visitor, token)).toEqual([]);
  });

  test('are told of large and compressed bodies as of small ones', async ({ server, visitor }) => {
    const token = await visitor.endpoint();
    const body = JSON.stringify({ type: 'large', data: 'x'.repeat(200_000) });
    await capture(server, token, body);
    await capture(server, token, gzipSync(body), gzipped);
    await capture(server, token, gzipSync('{"type":"large"}'), gzipped);
    await capture(server, token, gzipSync(body).subarray(0, 100), gzipped);
    await capture(server, token, '{"type":"large"}', gzipped);
    await capture(server, token, new Uint8Array(100_000).fill(0xff));
    const [none, large] = await eventsOf(visitor, token);
    expect(none).toMatchObject({ count: 2, json: 0 });
    expect(large).toMatchObject({ event: 'large', count: 4, json: 4 });
  });
});

const page = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8');

/** An example of the page. */
function example(name: string) {
  const [, text = ''] = new RegExp(`^\`\`\`json ${name}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return JSON.parse(text);
}

test('docs/events.md shows what the service answers', async ({ clock, server, visitor }) => {
  const { now } = clock;
  clock.now = Date.UTC(2026, 2, 1, 11, 59);
  const token = await visitor.endpoint();
  await send(server, token, { method: 'POST', body: 'no JSON' });
  for (const sample of example('samples')) {
    clock.now = Date.parse(sample.created);
    await send(server, token, { method: 'POST', body: JSON.stringify(sample) });
  }
  clock.now = now;
  const path = `/api/endpoints/${token}`;
  expect(await visitor.ask(200, 'GET', `${path}/events`)).toEqual(example('events'));
  const schema = await visitor.ask(200, 'GET', `${path}/schema?event=invoice.paid`);
  expect(schema).toEqual(example('schema'));
  // The members in their usual order, too.
  expect(JSON.stringify(schema)).toBe(JSON.stringify(example('schema')));
});
