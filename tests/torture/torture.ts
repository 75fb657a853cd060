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

class WrongOption extends Error {}

const options = optionsOrUsage(process.argv.slice(2));
if (options !== undefined) process.exitCode = (await torture(options)) ? 0 : 1;

interface Options extends WorldOptions {
  minutes: number;
  seed: number;
}

/** The options of the command; undefined once the usage was printed instead. */
function optionsOrUsage(words: readonly string[]): Options | undefined {
  try {
    const read = readOptions(words);
    if (read === undefined) console.log(usage);
    return read;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

/**
 * @returns undefined if help was asked for
 * @throws {Error} with a sentence if an option is unknown or cannot be
 */
function readOptions(words: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      postgres: { type: 'boolean', default: false },
      nodes: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const minutes = Number(values.minutes);
  if (!(minutes >= 0)) throw new WrongOption(`--minutes "${values.minutes}" is not a number`);
  if (values.nodes !== undefined && !values.postgres)
    throw new WrongOption('--nodes needs --postgres: SQLite has one node');
  const nodes = wholeNumber('nodes', values.nodes ?? '1');
  if (nodes === 0) throw new WrongOption('--nodes 0 leaves nothing to try');
  const seed = wholeNumber('seed', values.seed);
  return { minutes, seed, store: values.postgres ? 'postgres' : 'sqlite', nodes };
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new WrongOption(`--${option} "${text}" is not a whole number`);
}

/** Runs round after round. Returns whether every promise was kept. */
async function torture({ minutes, seed: firstSeed, ...world }: Options): Promise<boolean> {
  const until = performance.now() + minutes * 60_000;
  let broken = 0;
  let seed = firstSeed;
  do {
    const isSound = await runRound(seed, world);
    if (!isSound) {
      broken += 1;
      const where = world.store === 'postgres' ? ` --postgres --nodes ${world.nodes}` : '';
      console.log(`again: npm run torture -- --minutes 0 --seed ${seed}${where}`);
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

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
