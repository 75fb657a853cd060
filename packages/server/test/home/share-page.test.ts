import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { share } from '../shares/sharing.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { buildFolder, files } from './build-folder.ts';

const page = '<!doctype html><title>Shared with you</title><div id="root"></div>';
const builds = forFile(await buildFolder());
await builds.build('first', { ...files, 'share.html': page });
const clock = { now: Date.UTC(2026, 10, 26, 10) };
const server = forFile(await startServer({ dashboard: builds.folder, clock: () => clock.now }));
const navigation = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' };

async function open(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, { headers: navigation, ...init });
  const own = ['date', 'x-request-id', 'keep-alive', 'connection'];
  const named = [...response.headers].filter(([name]) => !own.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(
      named.map(([name, value]) => [name, value.replaceAll(/'nonce-[\w-]{22}'/g, "'nonce'")]),
    ),
    text: await response.text(),
  };
}

test('a share has a page of its own while it lives; else all are the same', async () => {
  const owner = await startAccount(server);
  const token = await owner.endpoint();
  const { id: request } = await send(server, token);
  const made = [await share(owner, { endpoint: token }), await share(owner, { request })] as const;
  const [first] = made;
  const live = await open(`/s/${first.secret}`);
  expect(live).toMatchObject({
    status: 200,
    text: page,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  });
  expect(live.headers['content-security-policy']).toContain("connect-src 'self';");
  expect(live.headers['content-security-policy']).toContain("default-src 'none'");
  for (const name of ['etag', 'set-cookie']) expect(live.headers).not.toHaveProperty(name);
  // Every live share has the same bytes and headers, but for the nonce.
  expect(await open(`/s/${made[1].secret}`)).toEqual(live);
  expect(await open(`/s/${first.secret}`, { method: 'HEAD' })).toMatchObject({ status: 200 });

  const never = await open(`/s/${'A'.repeat(43)}`);
  expect(never).toEqual({ ...live, status: 404 });
  const program = { headers: { accept: '*/*' } };
  const neverForPrograms = await open(`/s/${'A'.repeat(43)}`, program);
  expect(neverForPrograms).toMatchObject({ status: 404, text: '{"error":"Not found"}' });
  await owner.ask(204, 'DELETE', `/api/requests/${request}`);
  await owner.ask(204, 'DELETE', `/api/shares/${first.id}`);
  const expired = await share(owner, { endpoint: token });
  clock.now += 86_400_000;
  for (const secret of [...made, expired].map((one) => one.secret).concat('x', '%00')) {
    expect(await open(`/s/${secret}`)).toEqual(never);
    expect(await open(`/s/${secret}`, program)).toEqual(neverForPrograms);
  }
});

test('its document has no address of its own', async () => {
  expect((await open('/share.html')).text).not.toBe(page);
});

test('without a build it says so, but only to whoever has the address', async () => {
  await using bare = await startServer();
  const owner = await startAccount(bare);
  const { secret } = await share(owner, { endpoint: await owner.endpoint() });
  const statusOf = async (text: string) =>
    (await fetch(`${bare.url}/s/${text}`, { headers: navigation })).status;
  expect(await statusOf(secret)).toBe(503);
  expect(await statusOf('A'.repeat(43))).toBe(404);
});
