import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { send, startGuest, startServer } from '../start-server.ts';

test('a disk that is nearly full takes no captures where the store has no limit, until it has room', async () => {
  const diskBounds = { leastFreeBytes: Number.MAX_SAFE_INTEGER };
  await using server = await startServer({ diskBounds });
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  const full = await send(server, token, { method: 'POST', body: 'x' });
  expect(full.status).toBe(507);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, JSON.parse(full.text)]);
  expect(server.logLines.join()).toContain('HOOKWELL_MAX_STORE_BYTES');
  diskBounds.leastFreeBytes = 0;
  await eventually(
    () => send(server, token, { method: 'POST', body: 'x' }),
    ({ status }) => status === 200,
  );

  await using bounded = await startServer({
    diskBounds: { leastFreeBytes: Number.MAX_SAFE_INTEGER },
    environment: { HOOKWELL_MAX_STORE_BYTES: '10000000' },
  });
  const other = await (await startGuest(bounded)).endpoint();
  expect((await send(bounded, other, { method: 'POST', body: 'x' })).status).toBe(200);
});
