import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { send, startGuest, type TestServer } from '../../../server/test/start-server.ts';
import { as, pasted } from './dashboard-page.ts';
import { test as base } from './fixture.ts';

const test = base
  .extend('guest', { scope: 'file' }, ({ server }) => startGuest(server))
  .extend('token', { scope: 'file' }, ({ guest }) => guest.endpoint());

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

async function copyAs(page: Page, entry: string): Promise<string> {
  await page.getByRole('article').getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${entry}( [a-z])?$`) }).click();
  await page.getByText(new RegExp(`^Copied (the )?${entry}\\.$`, 'i')).waitFor();
  return await pasted(page);
}

interface Wire {
  target: string;
  headers: [name: string, value: string][];
  bodySize: number;
}

/** The parts of a request that the sender decides, without headers that each client adds by itself. */
function chosen({ target, headers }: Wire): unknown {
  const own = /^(host|content-length|connection|accept-encoding|expect)$/i;
  return { target, headers: headers.filter(([name]) => !own.test(name)) };
}

async function bodyOf(server: TestServer, cookie: string | undefined, id: number): Promise<Buffer> {
  const headers = { cookie: cookie ?? '' };
  const response = await fetch(`${server.url}/api/requests/${id}/body`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

const requests = [
  {
    name: 'JSON',
    method: 'POST',
    path: '/orders?page=2&name=J%C3%BCrgen%20%26%20co',
    headers: { 'content-type': 'application/json', 'x-dropped': 'yes', 'user-agent': "it's me" },
    body: `{"quote":"it's \\"quoted\\"","big":820982911946154508,"text":"$HOME \`id\` !! \\\\ é 🎁"}\n`,
  },
  {
    name: 'bytes that are no text',
    method: 'PUT',
    path: '/binary',
    headers: { 'content-type': 'application/octet-stream' },
    body: Uint8Array.from({ length: 1024 }, (_, index) => index % 256),
  },
  {
    name: 'a body that begins with @',
    method: 'PATCH',
    path: '/at/..%2f/%00',
    headers: { 'content-type': 'text/plain; charset=utf-8', authorization: 'Bearer abc' },
    body: '@/etc/passwd\r\nsecond line\n\n',
  },
];

test.skipIf(!hasCurl)(
  'the copied curl sends the same again',
  async ({ visit, server, guest, token }) => {
    const page = await visit('/docs/contents', { prepare: as(guest) });
    for (const { name, method, path, headers, body } of requests) {
      const sent = { method, path, headers, ...(body !== undefined && { body }) };
      const { id } = await send(server, token, sent);
      await page.goto(`${server.url}/endpoints/${token}/requests/${id}`);
      const command = await copyAs(page, 'As curl');
      expect(command).toMatch(/\bcurl /);

      // `spawnSync` would block the server, which runs in this process.
      const { stdout } = await promisify(execFile)('bash', ['-c', command]);
      const { id: again } = JSON.parse(stdout);
      const wire = (of: number): Promise<Wire> => guest.ask(200, 'GET', `/api/requests/${of}/wire`);
      expect(chosen(await wire(again)), name).toEqual(chosen(await wire(id)));
      const bodies = [again, id].map((of) => bodyOf(server, guest.cookie, of));
      const [copied, original] = await Promise.all(bodies);
      expect(copied, name).toEqual(original);
      const { method: sentMethod } = await guest.ask(200, 'GET', `/api/requests/${again}`);
      expect(sentMethod).toBe(method);
    }
  },
);

test('URL, body, headers and whole requests are copied', async ({
  visit,
  server,
  guest,
  token,
}) => {
  const body = '{"order":{"id":820982911946154508,"items":["a","b"]}}';
  const { id } = await send(server, token, {
    method: 'POST',
    path: '/parts?a=1',
    headers: { 'content-type': 'application/json', 'user-agent': 'sender/1.0' },
    body,
  });
  const page = await visit(`/endpoints/${token}/requests/${id}`, { prepare: as(guest) });
  const url = `${server.url}/wh/${token}/parts?a=1`;
  expect(await copyAs(page, 'URL')).toBe(url);
  expect(await copyAs(page, 'Link')).toBe(page.url());
  expect(await copyAs(page, 'Body')).toBe(body);
  expect(await copyAs(page, 'Headers')).toMatch(/^user-agent: sender\/1\.0$/im);
  const asFetch = await copyAs(page, 'As fetch');
  expect(asFetch).toContain(url);
  expect(asFetch).toContain('fetch(');
  expect(await copyAs(page, 'As Python')).toContain(`    '${url}',\n    headers={`);
  const asHttp = await copyAs(page, 'As HTTP text');
  expect(asHttp).toContain(`POST /wh/${token}/parts?a=1 HTTP/1.1`);
  expect(asHttp.endsWith(body)).toBe(true);
});
