import { expect } from 'vitest';
import { connection, listed, shownUrl } from './dashboard-page.ts';
import { test } from './fixture.ts';
import { away, restartableServer } from './restartable-server.ts';

test('a server that does not answer any more is seen within 5 s of the next probe', async ({
  visit,
}) => {
  await using server = await restartableServer();
  const page = await visit('/', { server, allowed: away });
  const url = await shownUrl(page);
  await connection(page, 'live');

  process.kill(server.process.pid, 'SIGSTOP');
  const frozen = Date.now();
  await connection(page, 'reconnecting', 20_000);
  // A probe comes every 10 s, and its failure shows within 5 s.
  expect(Date.now() - frozen).toBeLessThan(15_000);

  process.kill(server.process.pid, 'SIGCONT');
  await fetch(`${url}/thawed`, { method: 'POST' });
  await connection(page, 'live');
  await listed(page, '/thawed');
});
