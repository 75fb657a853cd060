import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import {
  send,
  startAccount,
  startGuest,
  startServer,
  type Visitor,
  withKey,
} from '../start-server.ts';

const server = forFile(await startServer());
const owner = await startAccount(server, 'plus');
const stranger = await startGuest(server);

async function capture(token: string, count: number): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n++) {
    ids.push((await send(server, token, { method: 'POST', body: `body ${n}` })).id);
  }
  return ids;
}

async function listed(visitor: Visitor, path = ''): Promise<number[]> {
  const requests: { id: number }[] = await visitor.ask(200, 'GET', `/api/requests${path}`);
  return requests.map(({ id }) => id);
}

describe('the usage', () => {
  test('counts each endpoint, oldest first, and all together', async () => {
    const account = await startAccount(server, 'plus');
    expect(await account.ask(200, 'GET', '/api/usage')).toEqual({
      requests: 0,
      bytes: 0,
      endpoints: [],
    });
    const [full, empty] = [await account.endpoint(), await account.endpoint()];
    const ids = await capture(full, 3);
    const usage = await account.ask(200, 'GET', '/api/usage');
    const newest = await account.ask(200, 'GET', `/api/requests/${ids[2]}`);
    expect(usage).toEqual({
      requests: 3,
      bytes: expect.any(Number),
      endpoints: [
        {
          token: full,
          requests: 3,
          bytes: usage.bytes,
          newestId: ids[2],
          newestAt: newest.receivedAt,
        },
        { token: empty, requests: 0, bytes: 0 },
      ],
    });
    expect(usage.bytes).toBeGreaterThan(3 * 'body 0'.length);
    expect(await (await withKey(account)).ask(200, 'GET', '/api/usage')).toEqual(usage);
  });

  test("is a guest's as well, and has nothing of others", async () => {
    const token = await stranger.endpoint();
    const [id] = await capture(token, 1);
    const usage = await stranger.ask(200, 'GET', '/api/usage');
    expect(usage).toMatchObject({ requests: 1, endpoints: [{ token, newestId: id }] });
  });

  test('never has what was cleared', async () => {
    const account = await startAccount(server, 'plus');
    const token = await account.endpoint();
    const ids = await capture(token, 5);
    const before = await account.ask(200, 'GET', '/api/usage');
    await account.ask(204, 'DELETE', `/api/requests?through=${ids[2]}`);
    const after = await account.ask(200, 'GET', '/api/usage');
    expect(after).toMatchObject({ requests: 2, endpoints: [{ requests: 2, newestId: ids[4] }] });
    expect(after.bytes).toBe((before.bytes * 2) / 5);
    await account.ask(204, 'DELETE', '/api/requests');
    expect(await account.ask(200, 'GET', '/api/usage')).toEqual({
      requests: 0,
      bytes: 0,
      endpoints: [{ token, requests: 0, bytes: 0 }],
    });
  });
});

test('the usage says what the plan removed in the last day, and why', async () => {
  let now = Date.now();
  await using own = await startServer({
    clock: () => now,
    environment: { HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":4,"bytes":100000,"days":7}}' },
  });
  const account = await startGuest(own);
  const [token, calm] = [await account.endpoint(), await account.endpoint()];
  async function sent(count: number, body: string): Promise<void> {
    for (let n = 0; n < count; n++) await send(own, token, { method: 'POST', body });
  }
  const usageOnce = (by: string, count: number) =>
    eventually(
      () => account.ask(200, 'GET', '/api/usage'),
      ({ endpoints }) => endpoints[0].removed?.by === by && endpoints[0].removed.count === count,
    );
  await sent(6, 'x');
  const usage = await usageOnce('number', 2);
  expect(usage).toMatchObject({ requests: 4, endpoints: [{ token }, { token: calm }] });
  expect(usage.endpoints[1]).not.toHaveProperty('removed');

  // Cleared is not removed by the plan.
  await account.ask(204, 'DELETE', '/api/requests');
  await sent(4, 'x'.repeat(60_000));
  // Two of them are more than 100,000 bytes.
  await usageOnce('bytes', 5);

  now += 24 * 3_600_000;
  expect((await account.ask(200, 'GET', '/api/usage')).endpoints[0]).not.toHaveProperty('removed');
});

describe('a clear with through', () => {
  test('ends at that request, for one endpoint or for all', async () => {
    const account = await startAccount(server, 'plus');
    const [one, other] = [await account.endpoint(), await account.endpoint()];
    const [first = 0, second = 0, third = 0] = await capture(one, 3);
    const others = await capture(other, 2);
    await account.ask(204, 'DELETE', `/api/requests/endpoint/${one}?through=${second}`);
    expect(await listed(account)).toEqual([...others.toReversed(), third]);
    await account.ask(404, 'GET', `/api/requests/${first}`);
    await account.ask(404, 'DELETE', `/api/requests/${second}`);
    await account.ask(204, 'DELETE', `/api/requests?through=${others[0]}`);
    expect(await listed(account)).toEqual([others[1]]);
    await account.ask(204, 'DELETE', '/api/requests?through=999999999999999');
    expect(await listed(account)).toEqual([]);
    const later = await capture(one, 1);
    expect(await listed(account)).toEqual(later);
  });

  test('clears nothing if it is 0, and is refused if it is no id', async () => {
    const token = await owner.endpoint();
    const ids = (await capture(token, 2)).toReversed();
    for (const path of ['/api/requests', `/api/requests/endpoint/${token}`]) {
      await owner.ask(204, 'DELETE', `${path}?through=0`);
      for (const wrong of ['', '-1', '1.5', 'x', '1e9', '9999999999999999', '1&through=2']) {
        const { error } = await owner.ask(400, 'DELETE', `${path}?through=${wrong}`);
        expect(error).toMatch(/^through must be /);
      }
      expect(await listed(owner, `/endpoint/${token}`)).toEqual(ids);
    }
  });
});
