import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentEvent } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { insideDatabase } from '../inside-database.ts';
import { startProcess } from '../server-process.ts';
import { password, startServer, Visitor } from '../start-server.ts';
import { deliver, deliverAll, environment, lifeOf } from './payment-provider.ts';

const account = { email: 'killed@example.com', password };

/** Registers the account, which pays once; gives its id. */
async function pay(server: { url: string }): Promise<number> {
  const { id } = await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  await deliverAll(server, lifeOf('sub_1', id).slice(0, 2));
  return id;
}

/** The events of an account that has paid once, after those. */
async function lifeOfPaid(databaseUrl: string): Promise<PaymentEvent[]> {
  await using server = await startServer({ databaseUrl, environment });
  return lifeOf('sub_1', await pay(server)).slice(2);
}

/** Delivers to a server that nobody kills. */
async function deliverAfterwards(
  databaseUrl: string,
  events: readonly PaymentEvent[],
): Promise<void> {
  await using server = await startServer({ databaseUrl, environment });
  await deliverAll(server, events);
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

test('killed at any moment, a server has an event and its effect, or neither', async () => {
  await using database = await freshDatabase();
  const databaseUrl = database.url;
  const life = await lifeOfPaid(databaseUrl);
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

    await deliverAfterwards(databaseUrl, [event]);
    expect(await stateOf(databaseUrl)).toEqual({ events: before.events + 1, shown: ends[round] });
  }
});
