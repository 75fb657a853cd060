import { expect, inject, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { createDatabase } from '../postgres/databases.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { send, startAccount, startServer, type TestServer, type Visitor } from '../start-server.ts';
import { at, inTurn } from './start-nodes.ts';
import { StreamFollower } from './stream-follower.ts';

/** The longest that a capture may wait for a node that is gone. Past four seconds it would not be stored. */
const longestWaitMs = 4000;

interface Load {
  /** The duration of each answered call, in milliseconds. */
  answers: { status: number; tookMs: number }[];
  stop(): Promise<void>;
}

/** Repeats a call from many callers until it is stopped, or its node is gone. */
function keepDoing(callers: number, call: (number: number) => Promise<{ status: number }>): Load {
  const answers: Load['answers'] = [];
  let going = true;
  const all = Array.from({ length: callers }, async (_, caller) => {
    for (let number = caller; going; number++) {
      const began = performance.now();
      try {
        const { status } = await call(number);
        answers.push({ status, tookMs: performance.now() - began });
      } catch {
        return;
      }
    }
  });
  async function stop(): Promise<void> {
    going = false;
    await Promise.all(all);
  }
  return { answers, stop };
}

interface Cluster extends AsyncDisposable {
  databaseUrl: string;
  survivors: [TestServer, TestServer];
  doomed: ServerProcess;
  account: Visitor;
  /** Endpoints that all nodes capture for: nodes wait for each other at their rows. */
  tokens: string[];
}

async function startCluster(): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const { url: databaseUrl } = started.use(await createDatabase(inject('postgres')));
  const one = started.use(await startServer({ databaseUrl }));
  const other = started.use(await startServer({ databaseUrl }));
  const doomed = started.use(await startProcess({ databaseUrl }));
  const account = await startAccount(one);
  const tokens = [await account.endpoint(), await account.endpoint()];
  const all = started.move();
  return {
    databaseUrl,
    survivors: [one, other],
    doomed,
    account,
    tokens,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function keepSending(node: { url: string }, tokens: readonly string[]): Load {
  return keepDoing(12, (number) => send(node, inTurn(tokens, number)));
}

/** Transactions of some round trips each, that lock the account's endpoints. */
function keepClearing(visitor: Visitor, callers: number): Load {
  return keepDoing(callers, () => visitor.call('DELETE', '/api/requests'));
}

async function moreAnswers(loads: readonly Load[], count: number): Promise<void> {
  const before = loads.map(({ answers }) => answers.length);
  await eventually(() =>
    loads.every(({ answers }, index) => answers.length >= (before[index] ?? 0) + count),
  );
}

/** Transactions in which nothing has happened for a third of a second, with locks on endpoints. */
async function stuckTransactions(databaseUrl: string): Promise<number> {
  const rows = await query(
    databaseUrl,
    `select 1 from pg_stat_activity join pg_locks using (pid)
     where state = 'idle in transaction' and state_change < now() - interval '0.3 s'
       and relation = 'endpoint'::regclass`,
  );
  return rows.length;
}

/** Stops the process, as if its machine froze, at a moment when it has locks. */
async function freezeWithLocks({ doomed, databaseUrl }: Cluster, clearing: Load): Promise<void> {
  for (;;) {
    process.kill(doomed.pid, 'SIGSTOP');
    const found = await eventually(() => stuckTransactions(databaseUrl), Boolean, 1000).catch(
      () => 0,
    );
    if (found > 0) return;
    process.kill(doomed.pid, 'SIGCONT');
    await moreAnswers([clearing], 1);
  }
}

test('a node that is killed in the middle of load holds up no other', async () => {
  await using cluster = await startCluster();
  const { doomed, survivors, databaseUrl, account, tokens } = cluster;
  await using follower = new StreamFollower(survivors, account, '');
  const loads = survivors.map((node) => keepSending(node, tokens));
  const lost = [keepSending(doomed, tokens), keepClearing(at(doomed, account), 6)];
  await moreAnswers([...loads, ...lost], 50);

  await doomed.end('SIGKILL');
  const [{ now: killedAt } = {}] = await query(databaseUrl, 'select now()::text');
  await moreAnswers(loads, 100);
  await Promise.all([...loads, ...lost].map(({ stop }) => stop()));
  const answers = loads.flatMap((load) => load.answers);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.filter(({ tookMs }) => tookMs > longestWaitMs)).toEqual([]);
  await eventually(async () => {
    const older = `select 1 from pg_stat_activity where datname = current_database() and xact_start < $1`;
    return (await query(databaseUrl, older, [killedAt])).length === 0;
  });
  const { id } = await send(survivors[1], inTurn(tokens, 0));
  await eventually(() => follower.ids.at(-1) === id);
  expect(follower.ids).toEqual([...new Set(follower.ids)].sort((a, b) => a - b));
});

test('a node that freezes with locks loses them before a capture of another node fails', async () => {
  await using cluster = await startCluster();
  const { survivors, databaseUrl, account, tokens, doomed } = cluster;
  // Only one at a time: several would take turns with the locks.
  const clearing = keepClearing(at(doomed, account), 1);
  await moreAnswers([clearing], 20);
  await freezeWithLocks(cluster, clearing);
  const loads = survivors.map((node) => keepSending(node, tokens));
  await moreAnswers(loads, 50);
  await Promise.all(loads.map(({ stop }) => stop()));
  const answers = loads.flatMap((load) => load.answers);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeGreaterThan(100);
  expect(await stuckTransactions(databaseUrl)).toBe(0);
  await doomed.end('SIGKILL');
  await clearing.stop();
});
