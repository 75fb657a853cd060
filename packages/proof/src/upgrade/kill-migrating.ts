import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '../../../server/src/database/sqlite/schema/migrations.ts';
import { query } from '../../../server/test/postgres/connect.ts';
import type { Random } from '../../../server/test/random.ts';
import { durationMs, seconds } from '../faults/chosen.ts';
import type { ServiceNode } from '../world/node.ts';
import type { FixtureFacts } from './fixture.ts';
import { OldAppend } from './old-append.ts';

const module = new URL('./killed-migration.ts', import.meta.url).href;

/**
 * Starts a node on an SQLite file and has it end inside of one of its migrations, or at some moment of its start if there is none
 * left. Gives a few words about it.
 */
export async function killMigratingFile(
  node: ServiceNode,
  number: number,
  random: Random,
): Promise<string> {
  const left = migrations.length - number;
  if (left === 0) return await killStarting(node, random);
  const version = number + 1 + random.below(left);
  const { NODE_OPTIONS: options = '' } = node.environment;
  node.environment.NODE_OPTIONS = `${options} --import=${module}`.trim();
  node.environment.HOOKWELL_TEST_KILLED_AT = String(version);
  const ended = await node.start().then(
    () => false,
    () => true,
  );
  node.environment.NODE_OPTIONS = options;
  delete node.environment.HOOKWELL_TEST_KILLED_AT;
  if (!ended) throw new Error(`a node that was to end at schema ${version} started`);
  return `killed before the commit of schema ${version}`;
}

/**
 * Starts a node on a PostgreSQL database on which the older version has an open transaction, and kills it while its migration waits for
 * that: the server goes on with what it was asked last.
 */
export async function killMigratingDatabase(
  node: ServiceNode,
  { url, facts }: { url: string; facts: FixtureFacts },
  random: Random,
): Promise<string> {
  await using append = await OldAppend.start(url, facts);
  await append.begin();
  const started = node.start().catch(() => undefined);
  const isWaiting = await waitsForLock(url, durationMs(random, 500, 4000));
  await node.end('SIGKILL');
  await started;
  await sleep(random.below(300));
  await append.rollback();
  return isWaiting ? 'killed while its migration waited' : 'killed in its start';
}

async function killStarting(node: ServiceNode, random: Random): Promise<string> {
  const afterMs = durationMs(random, 20, 1000);
  const started = node.start().catch(() => undefined);
  await sleep(afterMs);
  await node.end('SIGKILL');
  await started;
  return `killed ${seconds(afterMs)} after its start`;
}

/** Whether a connection waits for a lock at some moment of the next `ms` milliseconds. */
async function waitsForLock(url: string, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const rows = await query(url, "select from pg_stat_activity where wait_event_type = 'Lock'");
    if (rows.length > 0) return true;
    await sleep(20);
  }
  return false;
}
