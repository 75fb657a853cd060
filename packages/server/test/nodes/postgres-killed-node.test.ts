import { expect, inject, test } from 'vitest';
import { StoreUnavailable } from '../../src/database/errors.ts';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { startProcess } from '../server-process.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { at, inTurn } from './start-nodes.ts';
import { StreamFollower } from './stream-follower.ts';

interface Load {
  statuses: number[];
  stop(): Promise<void>;
}

/** Repeats a call from many callers until it is stopped, or its node is gone. */
function keepDoing(callers: number, call: (number: number) => Promise<{ status: number }>): Load {
  const statuses: number[] = [];
  let going = true;
  const all = Array.from({ length: callers }, async (_, caller) => {
    for (let number = caller; going; number++) {
      try {
        statuses.push((await call(number)).status);
      } catch {
        return;
      }
    }
  });
  async function stop(): Promise<void> {
    going = false;
    await Promise.all(all);
  }
  return { statuses, stop };
}

function keepSending(node: { url: string }, tokens: readonly string[]): Load {
  return keepDoing(12, (number) => send(node, inTurn(tokens, number)));
}

async function moreAnswers(loads: readonly Load[], count: number): Promise<void> {
  const before = loads.map(({ statuses }) => statuses.length);
  await eventually(() =>
    loads.every(({ statuses }, index) => statuses.length >= (before[index] ?? 0) + count),
  );
}

test('a node that is killed in the middle of load holds up no other', async () => {
  await using database = await createDatabase(inject('postgres'));
  const { url: databaseUrl } = database;
  await using one = await startServer({ databaseUrl });
  await using other = await startServer({ databaseUrl });
  await using doomed = await startProcess({ databaseUrl });
  const account = await startAccount(one);
  // All nodes capture for them, and wait for each other at their rows.
  const tokens = [await account.endpoint(), await account.endpoint()];
  await using follower = new StreamFollower([one, other], account, '');
  const loads = [one, other].map((node) => keepSending(node, tokens));
  const atDoomed = at(doomed, account);
  const lost = [
    keepSending(doomed, tokens),
    // Transactions of some round trips each, which lock the account's endpoints.
    keepDoing(6, () => atDoomed.call('DELETE', '/api/requests')),
  ];
  await moreAnswers([...loads, ...lost], 50);

  await doomed.end('SIGKILL');
  const [{ now: killedAt } = {}] = await query(databaseUrl, 'select now()::text');
  await moreAnswers(loads, 100);
  await Promise.all([...loads, ...lost].map(({ stop }) => stop()));
  expect(new Set(loads.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));
  await eventually(async () => {
    const older = `select 1 from pg_stat_activity where datname = current_database() and xact_start < $1`;
    return (await query(databaseUrl, older, [killedAt])).length === 0;
  });
  const { id } = await send(other, inTurn(tokens, 0));
  await eventually(() => follower.ids.at(-1) === id);
  expect(follower.ids).toEqual([...new Set(follower.ids)].sort((a, b) => a - b));
});

test('a node that stands still with locks loses them before a capture of another node fails', async () => {
  await using database = await createDatabase(inject('postgres'));
  await using still = await startServer({ databaseUrl: database.url });
  await using other = await startServer({ databaseUrl: database.url });
  const token = await (await startAccount(other)).endpoint();
  let answered: Promise<{ status: number }> | undefined;
  const transaction = still.store.db.transaction().execute(async (inside) => {
    await inside.updateTable('endpoint').set({ badge_name: 'lost' }).execute();
    // The transaction waits for the capture, and the capture for its lock.
    answered = send(other, token);
    expect((await answered).status).toBe(200);
    await inside.updateTable('endpoint').set({ badge_name: 'late' }).execute();
  });
  await expect(transaction).rejects.toBeInstanceOf(StoreUnavailable);
  expect(
    await query(database.url, "select 1 from endpoint where badge_name in ('lost', 'late')"),
  ).toEqual([]);
});
