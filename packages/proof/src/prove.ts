import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faults } from './faults/table.ts';
import { readHistory, writeHistory } from './history/history.ts';
import { judge, type Violation } from './judgement/judge.ts';
import { namePlanted } from './planted/name-planted.ts';
import { type RoundPlan, roundPlans } from './rounds/plan.ts';
import { runRound } from './rounds/round.ts';
import { roundsOfTheirOwn } from './rounds/round-of-its-own.ts';
import { missingNeeds } from './world/needs.ts';
import type { Store } from './world/world.ts';

/**
 * Proves what the service promises: clients record what they do while faults strike, and every history is judged.
 * Run: npm run prove [-- --minutes 10 --seed 1 --only 7 --all --rate 100 --history FOLDER] [sqlite | postgres]
 * or:  npm run prove -- --judge FILE
 * It ends with 0 where no promise was broken and every planted anomaly was named; with --all, only if the machine has what every fault needs, too.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    /** The number of the one round to run. */
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    /** Webhooks a second. */
    rate: { type: 'string', default: '100' },
    history: { type: 'string' },
    judge: { type: 'string' },
  },
});

const mostViolationsTold = 20;

if (values.judge === undefined) await prove();
else judgeFile(values.judge);

async function prove(): Promise<void> {
  const store = storeNamed(positionals[0] ?? 'sqlite');
  const seed = number('seed', values.seed);
  const minutes = number('minutes', values.minutes);
  const only = values.only === undefined ? undefined : number('only', values.only);
  const missing = await missingNeeds();
  const struck = new Map<string, number>();
  let operations = 0;
  let rounds = 0;
  let violations = 0;
  console.log(`seed ${seed}, ${store}, ${minutes} minutes`);

  const until = performance.now() + minutes * 60_000;
  for (const plan of roundPlans({
    store,
    seed,
    faults,
    roundsOfTheirOwn,
    missing: new Set(missing.keys()),
  })) {
    if (only !== undefined && plan.number < only) continue;
    if (only === undefined ? rounds > 0 && performance.now() > until : plan.number > only) break;
    const result = await run(store, seed, plan);
    rounds += 1;
    operations += result.operations;
    violations += result.violations;
    for (const name of result.struck) struck.set(name, (struck.get(name) ?? 0) + 1);
  }

  const ofStore = [...faults, ...roundsOfTheirOwn].filter(({ stores }) => stores.includes(store));
  const left = ofStore.filter(({ name }) => !struck.has(name));
  for (const [name, times] of struck) console.log(`struck ${times} times: ${name}`);
  for (const { name, needs } of left) {
    const reasons = needs.flatMap((need) => missing.get(need) ?? []);
    console.log(
      `not run: ${name}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ': too little time'}`,
    );
  }
  const planted = namePlanted();
  for (const text of planted.missed) console.log(`not named: ${text}`);
  console.log(`${rounds} rounds, ${operations} operations`);
  console.log(`planted: ${planted.named} of ${planted.of} named`);
  console.log(`violations: ${violations}`);
  const canAll = left.every(({ needs }) => !needs.some((need) => missing.has(need)));
  const isWhole = canAll || !values.all;
  process.exitCode = violations === 0 && planted.named === planted.of && isWhole ? 0 : 1;
}

interface Outcome {
  operations: number;
  violations: number;
  struck: readonly string[];
}

async function run(store: Store, seed: number, plan: RoundPlan): Promise<Outcome> {
  const again = `npm run prove -- --seed ${seed} --only ${plan.number} ${store}`;
  if ('ofItsOwn' in plan) {
    const { name, run } = plan.ofItsOwn;
    const { text, violations } = await run(store, plan.random);
    console.log(`round ${plan.number}: ${violations.length} violations\n  ${name}: ${text}`);
    for (const violation of violations) console.log(`  VIOLATION ${violation} (${again})`);
    return { operations: 0, violations: violations.length, struck: [name] };
  }
  const { operations, violations, broken } = await runRound({
    ...plan,
    store,
    sendsPerSecond: number('rate', values.rate),
    calmMs: 500,
  });
  const strikes = operations.filter((operation) => operation.kind === 'strike');
  console.log(
    `round ${plan.number}: ${operations.length} operations, ${violations.length} violations`,
  );
  for (const { fault, text } of strikes) console.log(`  ${fault}: ${text}`);
  if (broken !== undefined) console.log(`  BROKEN ${broken} (${again})`);
  tell(violations);
  const file = historyFile(
    `${store}-${seed}-${plan.number}`,
    violations.length > 0 || broken !== undefined,
  );
  if (file !== undefined) {
    writeHistory(file, operations);
    console.log(`  its history: ${file} (again: ${again})`);
  }
  return {
    operations: operations.length,
    violations: violations.length + (broken === undefined ? 0 : 1),
    struck: strikes.map(({ fault }) => fault),
  };
}

/** Histories are kept where --history says, those that broke a promise in any case. */
function historyFile(name: string, isBroken: boolean): string | undefined {
  const folder = values.history ?? (isBroken ? 'prove-histories' : undefined);
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.jsonl`);
}

function judgeFile(file: string): void {
  const violations = judge(readHistory(file));
  tell(violations);
  console.log(`violations: ${violations.length}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
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

function storeNamed(name: string): Store {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new Error(`${name} is no store: sqlite or postgres`);
}

function number(option: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${option} is a number, not "${text}"`);
  return value;
}
