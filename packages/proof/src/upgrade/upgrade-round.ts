import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../server/test/random.ts';
import { startClients } from '../clients/clients.ts';
import { History } from '../history/history.ts';
import { judge } from '../judgement/judge.ts';
import { told } from '../rounds/round.ts';
import type { RoundOfItsOwn } from '../rounds/round-of-its-own.ts';
import type { ServiceNode } from '../world/node.ts';
import { startWorld, type World } from '../world/world.ts';
import { type Fixture, fixtureDatabase, fixtureFacts, fixturesOf } from './fixture.ts';
import { killMigratingDatabase, killMigratingFile } from './kill-migrating.ts';
import { OlderLoad } from './older-load.ts';
import { restorePostgres } from './postgres-copy.ts';
import { stillAnswered } from './still-answered.ts';

const sendsPerSecond = 50;
/** Clients are at work so long on each set of nodes, in milliseconds. */
const calmMs = 700;

/**
 * Nodes of today begin with a database of an older version, one after the other; the first is killed in the middle of its migration.
 * Clients work, and so do the older version's own statements on PostgreSQL. Whatever that version had answered must still be
 * answered by every node.
 */
export const upgradeRound: RoundOfItsOwn = {
  name: 'nodes of today begin with the database of an older version',
  stores: ['sqlite', 'postgres'],
  needs: [],
  async run(store, random) {
    const fixture = random.pick(fixturesOf(store));
    if (fixture === undefined) throw new Error(`there is no older database of ${store}`);
    return await upgrade(fixture, random);
  },
};

/** Tells what happened, and a sentence for each promise that was broken. */
export async function upgrade(
  fixture: Fixture,
  random: Random,
): Promise<{ text: string; violations: readonly string[] }> {
  const facts = fixtureFacts(fixture);
  await using world = await startWorld({
    store: fixture.store,
    features: ['clocks'],
    prepare: (place) => put(fixture, place),
    isDown: true,
  });
  const [first, ...others] = world.nodes;
  if (first === undefined) throw new Error('a world has nodes');
  // By the machine's clock guests and sessions may have ended long ago.
  for (const { clock } of world.nodes) await clock?.set(facts.askedAt - Date.now());

  const url = world.postgres?.url;
  const killed =
    url === undefined
      ? await killMigratingFile(first, fixture.number, random)
      : await killMigratingDatabase(first, { url, facts }, random);
  await using older = url === undefined ? undefined : await OlderLoad.start(url, facts);
  await first.start();
  const history = new History();
  let text: string;
  try {
    text = await workOn(world, { first, others, history, random });
  } catch (error) {
    const violations = [told(error, world)];
    return { text: `schema ${fixture.number}; node ${first.number} ${killed}`, violations };
  }
  await older?.stop();

  const violations = judge(history.operations).map(
    (violation) => `${violation.anomaly}: ${violation.text}`,
  );
  for (const node of world.nodes) {
    const changed = await stillAnswered(node.url, facts);
    violations.push(...changed.map((change) => `node ${node.number}: ${change}`));
  }
  if (older !== undefined) violations.push(...(await older.violations(first.url, fixture, facts)));
  const stored = older === undefined ? '' : `; the older version stored ${older.stored} captures`;
  return {
    text: `schema ${fixture.number} by "${facts.madeBy}"; node ${first.number} ${killed}; ${text}${stored}; ${facts.answers.length} answers compared`,
    violations,
  };
}

async function put(fixture: Fixture, place: string): Promise<void> {
  const database = fixtureDatabase(fixture);
  if (fixture.store === 'sqlite') writeFileSync(place, database);
  else await restorePostgres(place, database.toString());
}

interface Work {
  first: ServiceNode;
  others: readonly ServiceNode[];
  history: History;
  random: Random;
}

/** Clients work while the other nodes start and one restarts. */
async function workOn(world: World, { first, others, history, random }: Work): Promise<string> {
  const running = [first];
  // The choices of clients depend on time: those of the round must not depend on how many they made.
  const ofClients = new Random(random.below(2 ** 31));
  const clients = await startClients({ ...world, nodes: running }, history, ofClients, {
    sendsPerSecond,
  });
  const signal = random.pick(['SIGTERM', 'SIGKILL']);
  const finished = new AbortController();
  const work = clients.work(finished.signal);
  try {
    await sleep(calmMs);
    for (const node of others) {
      await node.start();
      running.push(node);
      await sleep(calmMs);
    }
    await first.end(signal);
    await first.start();
    await sleep(calmMs);
  } finally {
    finished.abort();
    await work;
  }
  await clients.settle();
  const sent = history.operations.filter(({ kind }) => kind === 'send').length;
  return `then ${running.length} started, the first once more after ${signal}, under ${sent} webhooks`;
}
