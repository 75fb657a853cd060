import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { freePort } from '../postgres/free-port.ts';
import { send, startGuest, startServer } from '../start-server.ts';

/** Refuses new connections, as a server that is being stopped. */
async function stop(proxy: DatabaseProxy): Promise<void> {
  proxy.retarget(`postgres://127.0.0.1:${await freePort()}/`);
  proxy.cutAll();
  await eventually(() => proxy.connections === 0);
}

test('a capture that arrives while the database is away for a moment is stored', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  await using server = await startServer({ databaseUrl: proxy.url });
  const token = await (await startGuest(server)).endpoint();
  const first = await send(server, token);
  expect(first.status).toBe(200);

  await stop(proxy);
  const waiting = Array.from({ length: 20 }, () => send(server, token));
  await eventually(
    async () => (await server.metrics.capturesReceived.get()).values[0]?.value === 21,
  );
  proxy.retarget(database.url);
  const answers = await Promise.all(waiting);
  expect(answers.map(({ status }) => status)).toEqual(waiting.map(() => 200));
  expect(Math.min(...answers.map(({ id }) => id))).toBeGreaterThan(first.id);
});
