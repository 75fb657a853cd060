import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { countKept, keptText, keptUntil } from '../../src/plan/kept-requests.ts';

test('kept requests are counted page by page, up to a bound', async () => {
  const plans = JSON.stringify({ free: { requestsPerEndpoint: 5000 } });
  await using server = await startServer({ environment: { HOOKWELL_PLANS: plans } });
  const client = await visitAsGuest(server);
  const { token } = await client.endpoints.create();
  const other = await client.endpoints.create();
  expect(await countKept(client, token, 1)).toEqual({ count: 0, isMore: false });

  await send(server, token);
  const oldest = (await client.requests.list()).at(-1)?.receivedAt;
  await send(server, other.token);
  expect(await countKept(client, token, 1)).toEqual({ count: 1, isMore: false, oldestAt: oldest });

  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 60 }, () => send(server, token)));
  }
  expect(await countKept(client, token, 1)).toEqual({ count: 1000, isMore: true });
  expect(await countKept(client, token, 2)).toEqual({
    count: 1201,
    isMore: false,
    oldestAt: oldest,
  });
});

test('an endpoint that is gone has nothing to count', async () => {
  await using server = await startServer();
  const client = await visitAsGuest(server);
  await expect(countKept(client, 'gone', 1)).rejects.toMatchObject({ status: 404 });
});

test('the count stands beside its limit', () => {
  expect(keptText({ count: 1204, isMore: false }, 10_000)).toBe('1,204 of 10,000');
  expect(keptText({ count: 1000, isMore: true }, 10_000)).toBe('more than 1,000 of 10,000');
});

test('a request is kept so many days from its arrival', () => {
  expect(keptUntil('2026-03-01T12:00:00.000Z', 7)).toBe('2026-03-08T12:00:00.000Z');
});
