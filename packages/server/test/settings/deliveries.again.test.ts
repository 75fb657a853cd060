import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');

async function endpointWith(settings: object) {
  const token = await owner.endpoint();
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
  const path = `/api/endpoints/${token}/deliveries`;
  return {
    token,
    path,
    list: (query = '') => owner.ask(200, 'GET', path + query),
    send: async (id: string, body = '{}') =>
      (await send(server, token, { method: 'POST', body, headers: { 'webhook-id': id } })).status,
  };
}

test('an endpoint that has seen nothing has no deliveries', async () => {
  const { list } = await endpointWith({ delivery: 'one' });
  expect(await list()).toEqual([]);
  expect(await list('?limit=1')).toEqual([]);
});

test('attempts are listed by delivery with their answers', async () => {
  const endpoint = await endpointWith({
    replies: [{ plan: ['500', '429 retry-after=7', '204'] }],
  });
  const statuses = [];
  for (const id of ['a', 'b', 'a', 'a']) statuses.push(await endpoint.send(id));
  expect(statuses).toEqual([500, 500, 429, 204]);
  const [b, a, ...more] = await endpoint.list();
  expect(more).toEqual([]);
  const attempt = {
    id: expect.any(Number),
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    idHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  };
  expect(b).toEqual({
    delivery: expect.any(String),
    first: b.attempts[0].receivedAt,
    last: b.attempts[0].receivedAt,
    outcome: 'open',
    attempts: [{ ...attempt, answer: '500' }],
  });
  expect(a).toEqual({
    delivery: expect.any(String),
    first: a.attempts[0].receivedAt,
    last: a.attempts[2].receivedAt,
    outcome: 'accepted',
    attempts: [
      { ...attempt, answer: '500' },
      { ...attempt, answer: '429', retryAfter: 7 },
      { ...attempt, answer: '204' },
    ],
  });
  expect(a.delivery).not.toBe(b.delivery);
});

test('a fault is no accepted attempt', async () => {
  const endpoint = await endpointWith({
    replies: [{ plan: ['truncate 2'], status: 200, body: 'abcd' }],
  });
  await expect(endpoint.send('a')).rejects.toThrow();
  expect(await endpoint.list()).toMatchObject([
    { outcome: 'open', attempts: [{ answer: 'truncate 2' }] },
  ]);
});

test('pages of deliveries hold each one once', async () => {
  const endpoint = await endpointWith({});
  expect(await endpoint.list()).toEqual([]);
  await owner.ask(200, 'PUT', `/api/endpoints/${endpoint.token}/settings`, {
    delivery: 'header.webhook-id',
  });
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e']) await endpoint.send(id);
  const whole: { delivery: string }[] = await endpoint.list();
  expect(whole).toHaveLength(5);
  const paged: unknown[] = [];
  for (let address: string | undefined = `${endpoint.path}?limit=2`; address !== undefined; ) {
    const response = await owner.call('GET', address);
    const page: unknown[] = JSON.parse(await response.text());
    expect(page.length).toBeLessThanOrEqual(2);
    paged.push(...page);
    const link = response.headers.get('link');
    address = link === null ? undefined : /^<http:\/\/[^/]+([^>]+)>; rel="next"$/.exec(link)?.[1];
    if (link !== null) expect(address).toBeDefined();
  }
  expect(paged).toEqual(whole);
  expect(await endpoint.list('?before=0')).toEqual([]);
});

test('a query that makes no sense is refused, and so are deliveries of others', async () => {
  const { path } = await endpointWith({ delivery: 'one' });
  await owner.ask(400, 'GET', `${path}?limit=0`);
  await owner.ask(400, 'GET', `${path}?limit=1001`);
  await owner.ask(400, 'GET', `${path}?before=x`);
  const stranger = await startAccount(server);
  await stranger.ask(404, 'GET', path);
});

test('HEAD gives the headers of a list', async () => {
  const endpoint = await endpointWith({ delivery: 'header.webhook-id' });
  for (const id of ['a', 'b']) await endpoint.send(id);
  const page = await owner.call('HEAD', `${endpoint.path}?limit=1`);
  expect(page.headers.get('link')).toContain('rel="next"');
  expect(await page.text()).toBe('');
  expect((await owner.call('HEAD', endpoint.path)).status).toBe(200);
});

test('a long list comes whole', async () => {
  const endpoint = await endpointWith({ delivery: 'header.webhook-id' });
  const ids = Array.from({ length: 250 }, (_, index) => `id-${index}`);
  for (let at = 0; at < ids.length; at += 25) {
    await Promise.all(ids.slice(at, at + 25).map((id) => endpoint.send(id)));
  }
  const list: { delivery: string }[] = await endpoint.list();
  expect(new Set(list.map(({ delivery }) => delivery)).size).toBe(ids.length);
});

test('one page of deliveries of an account is read at a time, and two in all', async () => {
  const { captures } = server.store;
  const read = captures.readDeliveries.bind(captures);
  let [now, most] = [0, 0];
  const slowly = vi.spyOn(captures, 'readDeliveries').mockImplementation(async (...asked) => {
    now += 1;
    most = Math.max(most, now);
    await pause(20);
    now -= 1;
    return await read(...asked);
  });
  const readers = [owner, ...(await Promise.all([1, 2].map(() => startAccount(server, 'plus'))))];
  const tokens = await Promise.all(readers.map((reader) => reader.endpoint()));
  const readAll = (accounts: number) =>
    Promise.all(
      readers.slice(0, accounts).flatMap((reader, index) => {
        const path = `/api/endpoints/${tokens[index]}/deliveries`;
        return Array.from({ length: 4 }, () => reader.ask(200, 'GET', path));
      }),
    );
  try {
    await readAll(1);
    expect(most).toBe(1);
    await readAll(3);
    expect(most).toBe(2);
  } finally {
    slowly.mockRestore();
  }
});
