import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../../../server/test/postgres/connect.ts';
import type { PostgresServer } from '../../../server/test/postgres/postgres-server.ts';
import { durationMs, missing, postgresOf, seconds } from './chosen.ts';
import type { Fault } from './fault.ts';

/**
 * The primary fails while its commits wait for a synchronous standby that it lost before, and this takes over. Sometimes the former
 * primary comes back at its own address, with commits that nobody was told of: no node may use it.
 *
 * A standby that is not synchronous lacks commits that were acknowledged; nothing is promised about it.
 */
export const failover: Fault = {
  name: 'a standby takes over',
  stores: ['postgres'],
  features: ['standby'],
  async strike(world, random) {
    const former = postgresOf(world);
    const { standby = missing('a standby') } = world;
    // Sometimes for longer than a node waits for an answer.
    const aloneMs = durationMs(random, 20, 15_000);
    const downMs = durationMs(random, 20, 3000);
    const returns = random.chance(0.5);
    await standby.cutOff();
    await sleep(aloneMs);
    const waiting = await standby.waitingCommits();
    await former.kill();
    await sleep(downMs);
    const promoted = await standby.promote();
    for (const { proxy } of world.nodes) proxy?.retarget(promoted.url);
    world.postgres = promoted;
    if (returns) await expectUnused(former);
    await former[Symbol.asyncDispose]();
    await standby.renew();
    const back = returns ? '; the former primary came back, and nobody used it' : '';
    return `killed the primary ${seconds(aloneMs)} after its standby was cut off, with ${waiting} commits waiting; the standby took over after ${seconds(downMs)}${back}`;
  },
};

/** The longest time in which a node connects again. */
const reconnectMs = 2000;

/** Starts a former primary. @throws if a node connects to it */
async function expectUnused(former: PostgresServer): Promise<void> {
  await former.start();
  await sleep(reconnectMs);
  const rows = await query(
    former.url,
    "select application_name from pg_stat_activity where application_name like 'hookwell%'",
  );
  if (rows.length > 0)
    throw new Error(`${rows.length} connections of nodes lead to a former primary`);
}
