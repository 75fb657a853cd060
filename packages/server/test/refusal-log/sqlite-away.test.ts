import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { freshDatabase } from '../fresh-database.ts';
import { send, startAccount, startServer, Visitor } from '../start-server.ts';
import { refusalsOf, refusalsOnceSeen } from './refused-requests.ts';

test('what is refused while the disk is full waits in memory, and is written once there is room', async () => {
  // Alike ones count together within a minute of the clock.
  const now = Date.now();
  await using server = await startServer({ clock: () => now });
  const visitor = await startAccount(server);
  const token = await visitor.endpoint();
  const run = (statement: string) => sql.raw(statement).execute(server.store.db);
  // A small row may still find room in a file that may not grow.
  await run(
    "create trigger full before insert on refusal begin select raise(fail, 'database or disk is full'); end",
  );
  await run('pragma max_page_count = 200');
  const body = 'x'.repeat(200_000);
  const refused = await eventually(
    () => send(server, token, { method: 'POST', body }),
    ({ status }) => status !== 200,
  );
  expect(refused.status).toBe(503);
  await eventually(() => server.logLines.some((line) => line.includes('Refused requests cannot')));
  await send(server, token, { method: 'POST', body });
  expect(await refusalsOf(visitor, token)).toEqual([]);

  await run('pragma max_page_count = 1000000');
  await run('drop trigger full');
  const rows = await refusalsOnceSeen(visitor, token, 2);
  expect(rows).toMatchObject([
    { reason: 'store_unavailable', status: 503, bytes: 200_000, count: 2 },
  ]);
});

test('a server that stops writes what still waits', async () => {
  await using database = await freshDatabase();
  const environment = { HOOKWELL_MAX_BODY_BYTES: '10' };
  const first = await startServer({ databaseUrl: database.url, environment });
  const visitor = await startAccount(first);
  const token = await visitor.endpoint();
  expect((await send(first, token, { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413);
  await first[Symbol.asyncDispose]();
  await using second = await startServer({ databaseUrl: database.url, environment });
  expect(
    await refusalsOf(new Visitor(second, { cookie: visitor.cookie ?? '' }), token),
  ).toHaveLength(1);
});
