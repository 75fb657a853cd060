import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { eventually } from '../../../server/test/eventually.ts';
import type { Random } from '../../../server/test/random.ts';
import {
  type Damage,
  damageFile,
  damageText,
  someDamage,
  someDamageWithin,
} from '../../../server/test/store/damage.ts';
import type { RoundOfItsOwn } from '../rounds/round-of-its-own.ts';
import type { ServiceNode } from '../world/node.ts';
import { startWorld } from '../world/world.ts';
import { readBack, type Served, type StoredSends, storeCaptures } from './damage-reads.ts';

/** Each begins with the same files. */
const damagesPerRound = 4;

/** Captures that are sent at once: a transaction has so many at most. */
const sendsAtOnce = 8;

/**
 * The service is killed, one of its files is damaged, and it is started again. Either it refuses to start, with a sentence that
 * names the file, or whatever it serves is what was stored, and what is missing is told of.
 */
async function damageRound(
  random: Random,
): Promise<{ text: string; violations: readonly string[] }> {
  await using world = await startWorld({ store: 'sqlite' });
  const [node] = world.nodes;
  const { file } = world;
  if (node === undefined || file === undefined) throw new Error('a world on SQLite has both');
  const stored = await storeCaptures(node.url, random, sendsAtOnce);
  await node.end('SIGKILL');
  keepFiles(file);
  const texts: string[] = [];
  const violations: string[] = [];
  for (let count = 0; count < damagesPerRound; count += 1) {
    restoreFiles(file);
    const harm = chooseHarm(random, file);
    harm.strike();
    const outcome = await outcomeOf(node, file, stored, harm);
    await node.end('SIGKILL');
    texts.push(`${harm.text}: ${outcome.text}`);
    violations.push(...outcome.violations.map((one) => `${harm.text}: ${one}`));
  }
  return { text: `${stored.bodies.size} captures; ${texts.join('; ')}`, violations };
}

export const damage: RoundOfItsOwn = {
  name: 'a damaged file',
  stores: ['sqlite'],
  run: (_store, random) => damageRound(random),
};

interface Harm {
  text: string;
  strike(): void;
  /**
   * What may be missing without a word. Damage of the last transaction, or of the end of the one before, looks like a power failure.
   */
  mayLack: 'nothing' | 'last transactions' | 'anything';
}

function chooseHarm(random: Random, file: string): Harm {
  const log = `${file}-wal`;
  const target = random.pick(['captures', 'captures', 'header', 'end', 'log', 'log', 'log gone']);
  if (target === 'log gone')
    return { text: 'the log is gone', strike: () => rmSync(log), mayLack: 'anything' };
  if (target === 'log') {
    const damage = someDamage(random, statSync(log).size);
    // A log that was cut off cannot be told from a shorter one.
    const mayLack = damage.kind === 'cut' ? 'anything' : 'last transactions';
    return harmOf(log, 'log', damage, mayLack);
  }
  if (target === 'end') {
    const damage: Damage = { kind: 'cut', at: random.below(statSync(file).size) };
    return harmOf(file, 'file', damage, 'nothing');
  }
  const [from, length] = target === 'header' ? [0, 100] : somePageOfCaptures(random, file);
  return harmOf(file, `${target} in the file`, someDamageWithin(random, from, length), 'nothing');
}

function harmOf(file: string, name: string, damage: Damage, mayLack: Harm['mayLack']): Harm {
  return {
    text: `${name}: ${damageText(damage)}`,
    strike: () => damageFile(file, damage),
    mayLack,
  };
}

/**
 * A page with captures or of their index, as its place and its length in bytes. Other tables have no checksums: nothing is promised
 * of them.
 */
function somePageOfCaptures(random: Random, file: string): [from: number, length: number] {
  // A copy: the last one who closes the file itself would write to it.
  copyFiles(file, `${file}.looked-at`);
  const database = new DatabaseSync(`${file}.looked-at`);
  try {
    const pages = database
      .prepare(`select pgoffset, pgsize from dbstat where name like 'captured_request%'`)
      .all()
      .map(({ pgoffset, pgsize }): [number, number] => [Number(pgoffset), Number(pgsize)])
      .filter(([from]) => from < statSync(file).size);
    return pages[random.below(pages.length)] ?? [0, 100];
  } finally {
    database.close();
  }
}

interface Outcome {
  text: string;
  violations: string[];
}

async function outcomeOf(
  node: ServiceNode,
  file: string,
  stored: StoredSends,
  { mayLack }: Harm,
): Promise<Outcome> {
  const from = node.standardError.length;
  const told = () => node.standardError.slice(from);
  const failure = await node.start().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (failure !== undefined) {
    const isNamed = failure.includes(file);
    return {
      text: 'refused',
      violations: isNamed ? [] : [`the refusal does not name the file: ${failure}`],
    };
  }
  const served = await readBack(node.url, stored);
  if (served.error !== undefined) return { text: served.error, violations: served.violations };
  const lacking = lackingWithout(served, stored, mayLack);
  const isTold = lacking.length === 0 || (await isToldOf(told));
  return {
    text: `${served.shown.size} served, ${served.refused.size} refused`,
    violations: isTold
      ? served.violations
      : [...served.violations, `captures ${lacking.slice(0, 5)} are missing without a word`],
  };
}

/** The captures that are missing, were not refused by themselves, and had to be there. */
function lackingWithout(
  { shown, refused }: Served,
  { bodies }: StoredSends,
  mayLack: Harm['mayLack'],
): number[] {
  if (mayLack === 'anything') return [];
  const ids = [...bodies.keys()].sort((a, b) => a - b);
  const had = mayLack === 'nothing' ? ids : ids.slice(0, -2 * sendsAtOnce);
  return had.filter((id) => !shown.has(id) && !refused.has(id));
}

/** The service compares its counters with the index in the background, after its start. */
async function isToldOf(told: () => string): Promise<boolean> {
  try {
    await eventually(() => told().includes('docs/databases.md'), Boolean, 20_000);
    return true;
  } catch {
    return false;
  }
}

const endings = ['', '-wal'];

function copyFiles(from: string, to: string): void {
  rmSync(`${to}-shm`, { force: true });
  for (const ending of endings) {
    rmSync(`${to}${ending}`, { force: true });
    if (existsSync(`${from}${ending}`)) copyFileSync(`${from}${ending}`, `${to}${ending}`);
  }
}

function keepFiles(file: string): void {
  copyFiles(file, `${file}.kept`);
}

function restoreFiles(file: string): void {
  copyFiles(`${file}.kept`, file);
}
