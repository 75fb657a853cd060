import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Options, readOptions, usage, WrongOption } from './command/options.ts';
import { Totals } from './command/totals.ts';
import { faults } from './faults/table.ts';
import { readHistory, writeHistory } from './history/history.ts';
import type { Operation } from './history/operation.ts';
import { judge, type Violation } from './judgement/judge.ts';
import { weigh } from './judgement/weight.ts';
import { namePlanted } from './planted/name-planted.ts';
import { type RoundPlan, roundPlans } from './rounds/plan.ts';
import { runRound } from './rounds/round.ts';
import { roundsOfTheirOwn } from './rounds/round-of-its-own.ts';

/**
 * Proves what the service promises: clients record what they do while faults strike, and every history is judged. Its options are in
 * `command/options.ts`. It ends with 0 where no promise was broken and every planted anomaly was named.
 */
const mostViolationsTold = 20;

type RunOptions = Exclude<Options, { judge: string }>;

try {
  const words = process.argv.slice(2);
  if (words.includes('--help')) console.log(usage);
  else await follow(readOptions(words));
} catch (error) {
  if (!(error instanceof WrongOption)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 1;
}

async function follow(options: Options): Promise<void> {
  if (options.judge === undefined) await prove(options);
  else judgeFile(options.judge);
}

async function prove(options: RunOptions): Promise<void> {
  const { store, seed, minutes, only } = options;
  const length = only === undefined ? `${minutes} minutes` : `round ${only} alone`;
  console.log(`seed ${seed}, ${store}, ${length}`);
  const totals = new Totals();
  const until = performance.now() + minutes * 60_000;
  for (const plan of roundPlans({ store, seed, faults, roundsOfTheirOwn })) {
    if (only !== undefined && plan.number < only) continue;
    if (only === undefined ? totals.rounds > 0 && performance.now() > until : plan.number > only)
      break;
    await run(plan, options, totals);
  }
  tellFaults(options, totals);
  const planted = namePlanted();
  for (const text of planted.missed) console.log(`not named: ${text}`);
  console.log(`${totals.rounds} rounds, ${totals.operations} operations`);
  console.log(totals.weightText);
  console.log(`planted: ${planted.named} of ${planted.of} named`);
  console.log(`violations: ${totals.broken}`);
  const isProven = totals.rounds > 0 && totals.broken === 0 && planted.named === planted.of;
  process.exitCode = isProven ? 0 : 1;
}

/** Says which faults struck and which did not. */
function tellFaults({ store }: RunOptions, { struck }: Totals): void {
  for (const [name, times] of struck) console.log(`${times} times: ${name}`);
  const ofStore = [...faults, ...roundsOfTheirOwn].filter(({ stores }) => stores.includes(store));
  for (const { name } of ofStore.filter(({ name }) => !struck.has(name)))
    console.log(`not run: ${name}: too little time`);
}

/** Runs a round, tells what came of it, and adds it to the totals. */
async function run(plan: RoundPlan, options: RunOptions, totals: Totals): Promise<void> {
  const { store, seed, rate } = options;
  const again = `npm run prove -- --seed ${seed} --only ${plan.number} --rate ${rate} ${store}`;
  try {
    if ('ofItsOwn' in plan) {
      const { name, run } = plan.ofItsOwn;
      const { text, violations } = await run(store, plan.random);
      console.log(`round ${plan.number}: ${violations.length} violations\n  ${name}: ${text}`);
      for (const violation of violations) console.log(`  VIOLATION ${violation} (${again})`);
      return totals.add(0, violations.length, [name]);
    }
    const { operations, violations, broken } = await runRound({
      ...plan,
      store,
      sendsPerSecond: rate,
      calmMs: 1000,
    });
    const strikes = operations.filter((operation) => operation.kind === 'strike');
    console.log(
      `round ${plan.number}: ${operations.length} operations, ${violations.length} violations`,
    );
    for (const { fault, text } of strikes) console.log(`  ${fault}: ${text}`);
    if (broken !== undefined) console.log(`  BROKEN ${broken} (${again})`);
    tell(violations);
    const isBroken = violations.length > 0 || broken !== undefined;
    const file = historyFile(options, plan.number, isBroken);
    if (file !== undefined) {
      writeHistory(file, operations);
      console.log(`  its history: ${file} (again: ${again})`);
    }
    const names = strikes.map(({ fault }) => fault);
    totals.add(operations.length, violations.length + (broken === undefined ? 0 : 1), names);
    totals.weigh(weigh(operations));
  } catch (error) {
    const words = error instanceof Error ? error.stack : undefined;
    console.log(`round ${plan.number}: no end\n  BROKEN ${words ?? wordsOf(error)} (${again})`);
    totals.add(0, 1, []);
  }
}

/** Histories are kept where --history says, those that broke a promise in any case. */
function historyFile(
  { store, seed, history }: RunOptions,
  round: number,
  isBroken: boolean,
): string | undefined {
  const folder = history ?? (isBroken ? 'prove-histories' : undefined);
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, `${store}-${seed}-${round}.jsonl`);
}

function judgeFile(file: string): void {
  const operations = historyIn(file);
  const totals = new Totals();
  totals.weigh(weigh(operations));
  const violations = judge(operations);
  tell(violations);
  console.log(`${operations.length} operations`);
  console.log(totals.weightText);
  console.log(`violations: ${violations.length}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** @throws {WrongOption} if the file has no history */
function historyIn(file: string): readonly Operation[] {
  try {
    const operations = readHistory(file);
    if (operations.length > 0) return operations;
  } catch (error) {
    throw new WrongOption(`${file} is no history: ${wordsOf(error)}`);
  }
  throw new WrongOption(`${file} is no history: it is empty`);
}

function tell(violations: readonly Violation[]): void {
  for (const { anomaly, text, operations } of violations.slice(0, mostViolationsTold)) {
    console.log(
      `  VIOLATION ${anomaly}: ${text} (lines ${operations.map((place) => place + 1).join(', ')})`,
    );
  }
  const more = violations.length - mostViolationsTold;
  if (more > 0) console.log(`  and ${more} more`);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
