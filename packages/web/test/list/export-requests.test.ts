import { test as base, expect } from 'vitest';
import { visit } from '../../../client/test/visitor-client.ts';
import type { Environment } from '../../../server/src/config.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { writtenFile } from '../../src/list/export-requests.ts';

const bytes = Uint8Array.from([0xff, 0, 0x41]);
const json = '{ "big": 820982911946154508,\n "text": "a" }';

/** An endpoint with four requests, the newest of which begins like a formula. */
const test = base
  .extend('environment', { scope: 'file' }, (): Environment => ({}))
  .extend('exported', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const server = await startServer({ environment });
    onCleanup(() => server[Symbol.asyncDispose]());
    const { client } = visit(server);
    await client.auth.guest();
    const { token } = await client.endpoints.create();
    const headers = { 'content-type': 'application/json' };
    await send(server, token, { method: 'PUT', body: bytes });
    await send(server, token, { method: 'POST', path: '/a?b=1&b=2', headers, body: json });
    await send(server, token, { method: 'POST', body: 'other' });
    await send(server, token, { method: 'POST', body: '=1+"2",\n3' });
    return { client, endpoint: token, match: '-body:other' };
  });

const { signal } = new AbortController();

test('JSON lines have every byte of what matches, newest first', async ({ exported }) => {
  const { file, count, isCut } = await writtenFile(exported, 'jsonl', signal);
  expect([count, isCut]).toEqual([3, false]);
  const lines = (await file.text()).trimEnd().split('\n');
  expect(lines[1]).toContain('"json":{"big":820982911946154508,"text":"a"}');
  const [formula, object, binary] = lines.map((line) => JSON.parse(line));
  expect(formula.body).toBe('=1+"2",\n3');
  expect(object).toMatchObject({
    body: json,
    query: [
      ['b', '1'],
      ['b', '2'],
    ],
  });
  expect(Buffer.from(binary.bodyBase64, 'base64')).toEqual(Buffer.from(bytes));
});

test('an HTTP archive has an entry for each', async ({ exported }) => {
  const { file } = await writtenFile(exported, 'har', signal);
  const { entries } = JSON.parse(await file.text()).log;
  expect(entries).toHaveLength(3);
  expect(entries[1].request.url).toMatch(/\/a\?b=1&b=2$/);
  expect(entries[1].request.postData.text).toBe(json);
});

test('a table quotes every cell and holds no formula', async ({ exported }) => {
  const { file } = await writtenFile(exported, 'csv', signal);
  const text = await file.text();
  expect(text).toMatch(/^"id","receivedAt","method",.*,"body","bodyBase64"\r\n/);
  expect(text).toContain(`,"'=1+""2"",\n3",""\r\n`);
  expect(text).toContain(`,"","${Buffer.from(bytes).toString('base64')}"\r\n`);
  expect(text).toContain(`","PUT","`);
});

test('an export ends at its bounds, whole as far as it goes', async ({ exported }) => {
  const few = { mostRequests: 2, mostBytes: 1_000_000 };
  const cut = await writtenFile(exported, 'har', signal, few);
  expect([cut.count, cut.isCut]).toEqual([2, true]);
  expect(JSON.parse(await cut.file.text()).log.entries).toHaveLength(2);
  const small = { mostRequests: 100, mostBytes: 100 };
  expect(await writtenFile(exported, 'jsonl', signal, small)).toMatchObject({
    count: 1,
    isCut: true,
  });
});
