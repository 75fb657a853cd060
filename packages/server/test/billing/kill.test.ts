import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { insideDatabase } from '../inside-database.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { password, Visitor } from '../start-server.ts';
import { deliver, deliverAll, environment, lifeOf } from './payment-provider.ts';
import { slowEffectDown, speedEffectUp } from './slow-effect.ts';

const account = { email: 'killed@example.com', password };

/** A server and its account, which has paid once. */
async function startPaid(databaseUrl: string): Promise<ServerProcess & { id: number }> {
  const server = await startProcess({ databaseUrl, environment });
  const { id } = await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  await deliverAll(server, lifeOf('sub_1', id).slice(0, 2));
  return Object.assign(server, { id });
}

/** The number of kept events, and the plan and status that the account shows. */
async function stateOf(databaseUrl: string): Promise<{ events: number; shown: string }> {
  return await insideDatabase(databaseUrl, async (db) => {
    const events = await db.selectFrom('payment_event').select('id').execute();
    const { plan, status } = await db
      .selectFrom('account')
      .select(['plan', 'status'])
      .executeTakeFirstOrThrow();
    return { events: events.length, shown: `${plan} ${status}` };
  });
}

/** Waits until the promise is settled or the time is over. */
async function isSettledWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), sleep(milliseconds).then(() => false)]);
}

test('killed between the event and its effect, a server has neither; both come again', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  await using server = await startPaid(databaseUrl);
  const [, , upgrade] = lifeOf('sub_1', server.id);
  if (upgrade === undefined) throw new Error('no upgrade');
  await slowEffectDown(databaseUrl);
  const answered = deliver(server, upgrade).catch(() => undefined);
  expect(await isSettledWithin(500, answered)).toBe(false);
  await server.end('SIGKILL');
  expect(await answered).toBeUndefined();
  expect(await stateOf(databaseUrl)).toEqual({ events: 2, shown: 'plus active' });

  await speedEffectUp(databaseUrl);
  await using next = await startProcess({ databaseUrl, environment });
  await deliverAll(next, [upgrade]);
  expect(await stateOf(databaseUrl)).toEqual({ events: 3, shown: 'enterprise active' });
}, 60_000);

test('killed before anything is written, a server has nothing; the event comes again', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  await using server = await startPaid(databaseUrl);
  const [, , upgrade] = lifeOf('sub_1', server.id);
  if (upgrade === undefined) throw new Error('no upgrade');

  // Another transaction holds the subscription: the server's own has to wait at its first write.
  await insideDatabase(databaseUrl, async (db) => {
    const holder = await db.startTransaction().execute();
    await holder.updateTable('subscription').set({ id: 'sub_1' }).execute();
    const answered = deliver(server, upgrade).catch(() => undefined);
    expect(await isSettledWithin(300, answered)).toBe(false);
    await server.end('SIGKILL');
    await holder.rollback().execute();
    expect(await answered).toBeUndefined();
  });
  expect(await stateOf(databaseUrl)).toEqual({ events: 2, shown: 'plus active' });

  await using next = await startProcess({ databaseUrl, environment });
  await deliverAll(next, [upgrade, upgrade]);
  expect(await stateOf(databaseUrl)).toEqual({ events: 3, shown: 'enterprise active' });
});

test('killed at any moment, a server has an event and its effect, or neither', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  await using server = await startPaid(databaseUrl);
  await server.end('SIGTERM');
  const life = lifeOf('sub_1', server.id).slice(2);
  const ends = ['enterprise active', 'enterprise active', 'enterprise past_due'];
  for (const [round, event] of life.slice(0, 3).entries()) {
    await using killed = await startProcess({ databaseUrl, environment });
    const before = await stateOf(databaseUrl);
    const delivery = deliver(killed, event).then(
      ({ status }) => status,
      () => undefined,
    );
    await sleep(2 + 4 * round);
    await killed.end('SIGKILL');
    const status = await delivery;
    const after = await stateOf(databaseUrl);
    // Every answer was sent after its commit.
    if (status === 200) expect(after.events).toBe(before.events + 1);
    if (after.events === before.events) expect(after.shown).toBe(before.shown);
    else expect(after.shown).toBe(ends[round]);

    await using next = await startProcess({ databaseUrl, environment });
    await deliverAll(next, [event]);
    expect(await stateOf(databaseUrl)).toEqual({ events: before.events + 1, shown: ends[round] });
    await next.end('SIGTERM');
  }
}, 60_000);
