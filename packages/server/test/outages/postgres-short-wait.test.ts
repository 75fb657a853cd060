import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eventually } from '../eventually.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../postgres/database-proxy.ts';
import { createDatabase } from '../postgres/databases.ts';
import { freePort } from '../postgres/free-port.ts';
import { send, startGuest, startServer } from '../start-server.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

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

test('no sender waits long for a database that stays away, however many wait', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using proxy = await startDatabaseProxy(database.url);
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: proxy.url, role: 'server', log });
  const { endpointId } = await addAccountWithEndpoint(store);
  const append = (): Promise<unknown> => store.captures.append(newCapture(endpointId));
  /** The milliseconds until this number of captures at once are all refused. */
  const refused = async (count: number): Promise<number> => {
    const startedAt = performance.now();
    const answers = await Promise.allSettled(Array.from({ length: count }, append));
    const reasons = answers.map((answer) =>
      answer.status === 'rejected' ? answer.reason : answer,
    );
    expect(reasons.filter((reason) => !(reason instanceof StoreUnavailable))).toEqual([]);
    return performance.now() - startedAt;
  };
  await append();

  await stop(proxy);
  const atFirst = await refused(5000);
  expect(atFirst).toBeGreaterThan(1000);
  expect(atFirst).toBeLessThan(6000);
  // The database is then known to be away: senders are told at once.
  expect(await refused(5000)).toBeLessThan(1500);
  proxy.retarget(database.url);
  await eventually(
    () => append().catch(() => undefined),
    (appended) => appended !== undefined,
  );
  await store.close();
});
