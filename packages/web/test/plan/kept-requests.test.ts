import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { keptBytesText, keptText, usageOfEndpoint } from '../../src/plan/kept-requests.ts';

test('the kept requests of each endpoint come from one call', async () => {
  await using server = await startServer();
  const client = await visitAsGuest(server);
  const [one, other] = [await client.endpoints.create(), await client.endpoints.create()];
  for (let n = 0; n < 3; n++) await send(server, one.token);
  const usage = await client.requests.usage();
  expect(usageOfEndpoint(usage, one.token)).toMatchObject({ requests: 3, bytes: usage.bytes });
  expect(usageOfEndpoint(usage, other.token)).toMatchObject({ requests: 0, bytes: 0 });
  const made = await client.endpoints.create();
  expect(usageOfEndpoint(usage, made.token)).toEqual({ requests: 0, bytes: 0 });
});

test('the count and the size stand beside their limits', () => {
  expect(keptText(1204, 10_000)).toBe('1,204 of 10,000');
  expect(keptBytesText(2048, 1024 * 1024)).toMatch(/^2.* of 1/);
});
