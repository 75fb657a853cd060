import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { password, Visitor } from '../start-server.ts';
import { deliver, deliverAll, environment, lifeOf } from './payment-provider.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookwell-payments-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const account = { email: 'killed@example.com', password };

/** A server and its account, which has paid once. */
async function startPaid(databaseFile: string): Promise<{ server: ServerProcess; id: number }> {
  const server = await startProcess({ databaseFile, environment });
  const { id } = await new Visitor(server).ask(201, 'POST', '/api/auth/register', account);
  await deliverAll(server, lifeOf('sub_1', id).slice(0, 2));
  return { server, id };
}

/** How many events are kept, and the plan and status that the account shows. */
function stateOf(databaseFile: string): { events: number; shown: string } {
  const database = new DatabaseSync(databaseFile);
  const events = Number(database.prepare('select count(*) as n from payment_event').get()?.n);
  const row = database.prepare('select plan, status from account').get();
  database.close();
  return { events, shown: `${row?.plan} ${row?.status}` };
}

/** Waits until the promise is settled or the time is over. */
async function isSettledWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), sleep(milliseconds).then(() => false)]);
}

/** Runs a statement on the database of a running server. */
function execute(databaseFile: string, statement: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5000 });
  database.exec(statement);
  database.close();
}

/** Makes the second half of processing an event, the write to the account, take seconds. */
const slowEffect = `
  create table many (n integer);
  insert into many select row_number() over () from sqlite_schema a, sqlite_schema b limit 400;
  create trigger slow after update of plan on account begin
    select count(*) from many a, many b, many c where a.n + b.n + c.n = 0;
  end;`;

test('killed between the event and its effect, a server has neither; both come again', async () => {
  const databaseFile = join(folder, 'midway.db');
  const { server, id } = await startPaid(databaseFile);
  const [, , upgrade] = lifeOf('sub_1', id);
  if (upgrade === undefined) throw new Error('no upgrade');
  execute(databaseFile, slowEffect);
  const answered = deliver(server, upgrade).catch(() => undefined);
  expect(await isSettledWithin(500, answered)).toBe(false);
  await server.end('SIGKILL');
  expect(await answered).toBeUndefined();
  expect(stateOf(databaseFile)).toEqual({ events: 2, shown: 'plus active' });

  execute(databaseFile, 'drop trigger slow');
  await using next = await startProcess({ databaseFile, environment });
  await deliverAll(next, [upgrade]);
  expect(stateOf(databaseFile)).toEqual({ events: 3, shown: 'enterprise active' });
}, 60_000);

test('killed before anything is written, a server has nothing; the event comes again', async () => {
  const databaseFile = join(folder, 'before.db');
  const { server, id } = await startPaid(databaseFile);
  const [, , upgrade] = lifeOf('sub_1', id);
  if (upgrade === undefined) throw new Error('no upgrade');

  // Somebody else writes: the server's own transaction has to wait.
  const holder = new DatabaseSync(databaseFile);
  holder.exec('begin immediate');
  const answered = deliver(server, upgrade).catch(() => undefined);
  expect(await isSettledWithin(300, answered)).toBe(false);
  await server.end('SIGKILL');
  holder.exec('rollback');
  holder.close();
  expect(await answered).toBeUndefined();
  expect(stateOf(databaseFile)).toEqual({ events: 2, shown: 'plus active' });

  await using next = await startProcess({ databaseFile, environment });
  await deliverAll(next, [upgrade, upgrade]);
  expect(stateOf(databaseFile)).toEqual({ events: 3, shown: 'enterprise active' });
});

test('killed at any moment, a server has an event and its effect, or neither', async () => {
  const databaseFile = join(folder, 'any.db');
  const { server, id } = await startPaid(databaseFile);
  await server.end('SIGTERM');
  const life = lifeOf('sub_1', id).slice(2);
  const ends = ['enterprise active', 'enterprise active', 'enterprise past_due'];
  for (const [round, event] of life.slice(0, 3).entries()) {
    await using killed = await startProcess({ databaseFile, environment });
    const before = stateOf(databaseFile);
    const delivery = deliver(killed, event).then(
      ({ status }) => status,
      () => undefined,
    );
    await sleep(2 + 4 * round);
    await killed.end('SIGKILL');
    const status = await delivery;
    const after = stateOf(databaseFile);
    // Whoever was answered was answered after the commit.
    if (status === 200) expect(after.events).toBe(before.events + 1);
    if (after.events === before.events) expect(after.shown).toBe(before.shown);
    else expect(after.shown).toBe(ends[round]);

    await using next = await startProcess({ databaseFile, environment });
    await deliverAll(next, [event]);
    expect(stateOf(databaseFile)).toEqual({ events: before.events + 1, shown: ends[round] });
    await next.end('SIGTERM');
  }
}, 60_000);
