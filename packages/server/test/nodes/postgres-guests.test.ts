import { inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { createDatabase } from '../postgres/databases.ts';
import { isTakenLater } from '../receive/taken-later.ts';
import { send, startAccount, startGuest, startServer } from '../start-server.ts';

const megabyte = 1_000_000;

test('the space for guests is that of all nodes', async ({ expect }) => {
  await using database = await createDatabase(inject('postgres'));
  const environment = { HOOKWELL_MAX_STORE_BYTES: String(12 * megabyte) };
  await using one = await startServer({ databaseUrl: database.url, environment });
  await using other = await startServer({ databaseUrl: database.url, environment });
  const account = await startAccount(one);
  const own = await account.endpoint();
  const guest = await startGuest(one);
  const token = await guest.endpoint();
  const init = { method: 'POST', body: 'x'.repeat(200_000) };
  // The other node measured before the first one takes anything.
  expect((await send(other, token, init)).status).toBe(200);
  let taken = 200_000;
  while (await isTakenLater(() => send(one, token, init))) taken += 200_000;
  expect(taken).toBeGreaterThan(2.5 * megabyte);
  expect(taken).toBeLessThanOrEqual(3 * megabyte);
  await eventually(
    () => send(other, token, { method: 'POST', body: 'x'.repeat(400_000) }),
    ({ status }) => status === 507,
  );
  for (const node of [one, other]) {
    expect((await send(node, own, init)).status).toBe(200);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  }

  // Space that is cleared at one node is free at the other.
  await guest.ask(204, 'DELETE', '/api/requests');
  await eventually(
    () => send(other, token, init),
    ({ status }) => status === 200,
  );
});
