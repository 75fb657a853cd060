import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../../packages/server/test/random.ts';
import { Clients } from './clients.ts';
import { faults } from './faults.ts';
import type { Operation } from './history.ts';
import { judge, type Violation } from './judge.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

const usage = `npm run torture -- [OPTIONS]

  --minutes 1     no round begins later; one is run at least
  --seed 1        decides what is left to chance; the next round has the next seed
  --postgres      on PostgreSQL instead of SQLite
  --nodes 2       the number of nodes on PostgreSQL (1)`;

/** Clients are at work alone for so long, before, between and after the faults. */
const calmMs = 1000;
const faultsPerRound = 3;
const maxViolationsShown = 20;

try {
  process.exitCode = (await torture(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}

/** Runs round after round. Returns whether every promise was kept. */
async function torture(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      postgres: { type: 'boolean', default: false },
      nodes: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  const store = values.postgres ? 'postgres' : 'sqlite';
  const nodes = wholeNumber(values.nodes);
  const until = performance.now() + Number(values.minutes) * 60_000;
  let broken = 0;
  let seed = wholeNumber(values.seed);
  do {
    const isSound = await runRound(seed, { store, nodes });
    if (!isSound) {
      broken += 1;
      const options = values.postgres ? ` --postgres --nodes ${nodes}` : '';
      console.log(`again: npm run torture -- --minutes 0 --seed ${seed}${options}`);
    }
    seed += 1;
  } while (performance.now() < until);
  console.log(broken === 0 ? 'every promise was kept' : `${broken} rounds broke a promise`);
  return broken === 0;
}

/** Lets clients work on a fresh world while faults strike, heals, reads everything, and judges. Returns whether all was right. */
async function runRound(seed: number, options: WorldOptions): Promise<boolean> {
  const random = new Random(seed);
  await using world = await startWorld(options);
  const clients = await Clients.start(world, random);
  const error = await live(world, clients, random).then(() => undefined, wordsOf);
  const { history } = clients;
  const violations = judge(history);
  console.log(`seed ${seed}: ${weightOf(history)}, ${violations.length} violations`);
  if (violations.length === 0 && error === undefined) return true;
  show(violations);
  if (error !== undefined) console.log(`  ${error}`);
  for (const { number, standardError } of world.nodes)
    console.log(`  node ${number} wrote: ${standardError.slice(-1500)}`);
  const file = join(tmpdir(), `hookwell-torture-${options.store}-${seed}.jsonl`);
  writeFileSync(file, history.map((operation) => `${JSON.stringify(operation)}\n`).join(''));
  console.log(`  its history: ${file}`);
  return false;
}

async function live(world: World, clients: Clients, random: Random): Promise<void> {
  const possible = faults
    .filter(({ isOfPostgres }) => !isOfPostgres || world.postgres)
    .map((fault) => ({ fault, order: random.next() }))
    .sort((a, b) => a.order - b.order);
  const finished = new AbortController();
  const work = clients.work(finished.signal);
  try {
    for (const { fault } of possible.slice(0, faultsPerRound)) {
      await sleep(calmMs);
      console.log(`  ${fault.name}: ${await fault.strike(world, random)}`);
    }
    await sleep(calmMs);
  } finally {
    finished.abort();
    await work;
  }
  await clients.settle();
}

function show(violations: readonly Violation[]): void {
  for (const { anomaly, text } of violations.slice(0, maxViolationsShown))
    console.log(`  ${anomaly.toUpperCase()}: ${text}`);
  const more = violations.length - maxViolationsShown;
  if (more > 0) console.log(`  and ${more} more`);
}

function weightOf(history: readonly Operation[]): string {
  const stored = history.filter((each) => each.kind === 'send' && each.outcome === 'stored');
  const unclear = history.filter((each) => each.kind === 'send' && each.outcome === 'unknown');
  return `${history.length} operations, ${stored.length} acknowledged, ${unclear.length} unclear`;
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw Object.assign(new TypeError(`"${text}" is not a whole number`), { code: 'WRONG' });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
