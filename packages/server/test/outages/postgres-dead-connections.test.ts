import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { isReady } from './away.ts';
import { Follower } from './follower.ts';

/** The look-up that finds one connection dead, then the read that finds another. */
const longestMs = 25_000;

test('connections that died without a word are noticed and made anew', async () => {
  await using postgres = await startPostgres();
  await using node = await startServer({ databaseUrl: postgres.url });
  const visitor = await startGuest(node);
  const token = await visitor.endpoint();
  expect((await send(node, token)).status).toBe(200);
  const connections = await query(
    postgres.url,
    "select pid from pg_stat_activity where application_name like 'hookwell %'",
  );
  await using other = await startServer({ databaseUrl: postgres.url });
  await using follower = new Follower(visitor);
  await eventually(() => follower.ids.length === 1);

  const pids = connections.map(({ pid }) => Number(pid));
  expect(pids.length).toBeGreaterThanOrEqual(3);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const elsewhere = await send(other, token);
    await eventually(() => follower.ids.at(-1) === elsewhere.id, Boolean, longestMs);
    await eventually(async () => (await send(node, token)).status === 200, Boolean, longestMs);
    await eventually(() => isReady(visitor), Boolean, longestMs);
    await visitor.ask(200, 'GET', '/api/requests');
    await follower.hasAllOf(postgres.url);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});
