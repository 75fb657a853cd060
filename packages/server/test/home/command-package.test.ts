import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startServer } from '../start-server.ts';
import { buildFolder } from './build-folder.ts';

const content = 'packed'.repeat(200_000);
const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);

const builds = forFile(await buildFolder());
await builds.build('first', { 'hookwell.tgz': content });
const server = forFile(await startServer({ command: builds.folder }));

const get = (query = '', init: RequestInit = {}) =>
  fetch(`${server.url}/hookwell.tgz${query}`, init);

test('the command is handed out to anybody, and its entity tag is the hash of its content', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/gzip');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('etag')).toBe(`"${hash}"`);
  expect(await response.text()).toBe(content);
});

test('a look gives the hash and the size, and no content', async () => {
  const response = await get('', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toBe(`"${hash}"`);
  expect(response.headers.get('content-length')).toBe(String(content.length));
  expect(await response.text()).toBe('');
});

test.each(['', `?v=${hash}`, '?v=ffffffffffffffffffffffffffffffff', `?v=${hash}&v=`, '?other=%00'])(
  'with %j it is the same package, which caches ask for again',
  async (query) => {
    const response = await get(query);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    expect(await response.text()).toBe(content);
    const again = await get(query, { headers: { 'if-none-match': `"${hash}"` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('public, no-cache');
  },
);

test('other methods are refused', async () => {
  const response = await get('', { method: 'POST' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

test('without a packed command it says how to pack one', async () => {
  await using without = await startServer();
  const response = await fetch(`${without.url}/hookwell.tgz`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: expect.stringContaining('"npm run build"') });
});

test('a receive host of its own does not have it', async () => {
  await using apart = await startServer({
    command: builds.folder,
    environment: {
      HOOKWELL_BASE_URL: 'https://hookwell.example',
      HOOKWELL_RECEIVE_BASE_URL: 'https://in.hookwell.example',
    },
  });
  const ask = (host: string) =>
    exchangeRaw(apart.url, `GET /hookwell.tgz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect((await ask('hookwell.example')).status).toBe(200);
  expect((await ask('in.hookwell.example')).status).toBe(404);
});
