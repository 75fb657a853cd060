import { expect, test } from 'vitest';
import { send, startAccount, startServer, withKey } from '../start-server.ts';

const hour = 3_600_000;

test('the freshness of an endpoint is that of its newest request', async () => {
  const start = Date.UTC(2026, 10, 22, 12);
  let now = start;
  await using server = await startServer({ clock: () => now });
  const visitor = await withKey(await startAccount(server, 'plus'));
  const [token, other] = [await visitor.endpoint(), await visitor.endpoint()];
  const path = (query: string) => `/api/endpoints/${token}/freshness?${query}`;
  const fresh = (query: string) => visitor.ask(200, 'GET', path(query));
  const stale = (query: string) => visitor.ask(409, 'GET', path(query));

  expect(await stale('within=1h')).toEqual({ fresh: false });
  const { id: first } = await send(server, token, { method: 'POST' });
  now = start + hour - 1;
  await send(server, other, { method: 'POST' });
  const firstSeen = { newestAt: new Date(start).toISOString(), newestId: first };
  expect(await fresh('within=1h')).toEqual({ fresh: true, ...firstSeen });
  now = start + hour;
  // An hour old is not younger than an hour.
  expect(await stale('within=1h')).toEqual({ fresh: false, ...firstSeen });
  expect(await fresh('within=1.5h')).toEqual({ fresh: true, ...firstSeen });
  now = start + 30 * 24 * hour - 1;
  expect(await stale('within=29d')).toEqual({ fresh: false, ...firstSeen });
  expect(await fresh('within=30d')).toMatchObject({ fresh: true });

  // What comes, and what is removed, counts in the next call.
  const { id: second } = await send(server, token, { method: 'POST' });
  expect(await fresh('within=1s')).toMatchObject({ newestId: second });
  await visitor.ask(204, 'DELETE', `/api/requests/${second}`);
  expect(await stale('within=1h')).toEqual({ fresh: false, ...firstSeen });

  // Monitors may ask with HEAD.
  for (const [query, status] of [
    ['within=30d', 200],
    ['within=1s', 409],
  ] as const) {
    const head = await visitor.call('HEAD', path(query));
    expect([head.status, await head.text()]).toEqual([status, '']);
  }
  for (const within of ['0s', '999', '1', '0.999s', '31d', '1w', '1h ', '-1h', '1e3s', '500ms'])
    expect(
      await visitor.ask(400, 'GET', path(`within=${encodeURIComponent(within)}`)),
      within,
    ).toEqual({ error: 'within must be a time from 1s to 30d, such as 30m, 1h or 7d' });
  expect((await visitor.ask(400, 'GET', path(''))).error).toMatch(/within/);
  for (const match of ['match=json.type%3Dpaid', 'match=', 'match=a&match=b'])
    expect((await visitor.ask(400, 'GET', path(`within=1h&${match}`))).error).toMatch(
      /^freshness .* takes no match/,
    );
  await (await startAccount(server)).ask(404, 'GET', path('within=1h'));
});
