import { gzipSync } from 'node:zlib';
import type { BodySchema } from '@hookwell/core/api';
import { test as base, describe, expect } from 'vitest';
import { capture, gzipped } from '../requests/heavy-readers.ts';
import { send, startAccount, startServer, type Visitor } from '../start-server.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startServer();
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  })
  .extend('visitor', { scope: 'file' }, ({ server }) => startAccount(server, 'plus'));

const path = (token: string, query: Record<string, string> = {}) =>
  `/api/endpoints/${token}/schema?${new URLSearchParams(query)}`;

const schemaOf = (visitor: Visitor, token: string, query = {}): Promise<BodySchema> =>
  visitor.ask(200, 'GET', path(token, query));

const namesIn = (schema: BodySchema) => Object.keys(schema.properties ?? {}).sort();

describe('the schema of an endpoint', () => {
  test('is that of the newest JSON bodies that fit', async ({ server, visitor }) => {
    const token = await visitor.endpoint();
    const post = (body: string, at = '') =>
      send(server, token, { method: 'POST', body, ...(at && { path: at }) });
    await post('{"type":"paid","id":1,"old":true}');
    await post('{"type":"paid","id":2}');
    await post('no JSON');
    await post('');
    await post('{"type":"refunded","id":3,"why":"x"}', '/refunds');
    await post('{"none":null}');

    const all = await schemaOf(visitor, token);
    expect(all).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      'x-samples': 4,
      properties: { id: { 'x-present': 0.75 }, why: { 'x-present': 0.25 } },
    });
    expect(all).not.toHaveProperty('x-left-out');
    expect(namesIn(all)).toEqual(['id', 'none', 'old', 'type', 'why']);
    const paid = await schemaOf(visitor, token, { event: 'paid' });
    expect(paid).toMatchObject({ 'x-samples': 2 });
    expect([...(paid.required ?? [])].sort()).toEqual(['id', 'type']);
    expect(namesIn(await schemaOf(visitor, token, { event: 'paid', limit: '1' }))).toEqual([
      'id',
      'type',
    ]);
    expect(namesIn(await schemaOf(visitor, token, { event: '' }))).toEqual(['none']);
    const matched = { match: 'path:refunds' };
    expect(namesIn(await schemaOf(visitor, token, matched))).toEqual(['id', 'type', 'why']);
    await visitor.ask(404, 'GET', path(token, { ...matched, event: 'paid' }));
    await visitor.ask(404, 'GET', path(token, { event: 'Paid' }));
    await visitor.ask(404, 'GET', path(token, { match: '"no JSON"' }));
  });

  test('is not told to strangers, and asked for with a match and a number', async ({
    server,
    visitor,
  }) => {
    const token = await visitor.endpoint();
    await send(server, token, { method: 'POST', body: '{}' });
    const stranger = await startAccount(server);
    await stranger.ask(404, 'GET', path(token));
    await stranger.ask(404, 'GET', `/api/endpoints/${token}/events`);
    expect((await visitor.ask(400, 'GET', path(token, { match: 'a:b' }))).error).toMatch(
      /^match, at character 1: /,
    );
    for (const limit of ['0', '10001', 'many', '1.5'])
      expect((await visitor.ask(400, 'GET', path(token, { limit }))).error).toMatch(/limit/);
    expect(await schemaOf(visitor, token, { limit: '10000' })).toMatchObject({ 'x-samples': 1 });
    const head = await visitor.call('HEAD', path(token));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('reads bodies as matches do: large, compressed, in their charset, and not quite text', async ({
    server,
    visitor,
  }) => {
    const token = await visitor.endpoint();
    const large = JSON.stringify({ large: 'ä'.repeat(300_000) });
    await capture(server, token, large);
    await capture(server, token, gzipSync(large), gzipped);
    await capture(server, token, Buffer.from('\ufeff{"large":"x"}', 'utf16le'), {
      'content-type': 'application/json; charset=utf-16le',
    });
    await capture(server, token, Buffer.from('\ufeff{"large":"x"}'));
    await capture(server, token, Buffer.from('{"large":"\xff"}', 'latin1'));
    const schema = await schemaOf(visitor, token);
    expect(schema).toMatchObject({ 'x-samples': 5, required: ['large'] });
    expect(namesIn(schema)).toEqual(['large']);
  });

  test('is an answer of a MiB at most, however odd the bodies are', async ({ server, visitor }) => {
    const token = await visitor.endpoint();
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `"${'n'.repeat(500)}${from + index}":1`);
    await capture(server, token, `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    await capture(server, token, `{${names(0, 2500)}}`);
    for (let from = 0; from < 2500; from += 500) {
      await capture(server, token, `{"in":{${names(from, 500)}}}`);
      await capture(server, token, `{"in${from}":{${names(from, 500)}}}`);
    }
    const answer = await visitor.call('GET', path(token));
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    const schema = JSON.parse(text);
    expect(schema).toMatchObject({ 'x-samples': 12 });
    expect(schema['x-left-out'].length).toBeGreaterThan(0);
  });

  test('is the same for several that ask at once', async ({ server, visitor }) => {
    const token = await visitor.endpoint();
    for (let id = 0; id < 30; id += 1) {
      await send(server, token, {
        method: 'POST',
        body: JSON.stringify({ id, [`n${id % 3}`]: 1 }),
      });
    }
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => schemaOf(visitor, token)),
    );
    expect(first).toMatchObject({ 'x-samples': 30 });
    for (const other of others) expect(other).toEqual(first);
  });
});
