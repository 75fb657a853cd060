import {
  type Attacked,
  harmOf,
  measureAttack,
  operationsOf,
} from '../packages/server/test/neighbours/measure-attack.ts';
import { randomHostile } from '../packages/server/test/neighbours/random/random-hostile.ts';
import { startDatabases } from './database.ts';
import { milliseconds } from './figures.ts';

/**
 * Attacks a new service with random guests, one seed after the other, for so many minutes, and tells the worst seeds. Ends
 * with 1 if a seed harmed anybody. Run: npm run bench:hostile -- minutes [sqlite|postgres] [first seed]
 */
const seconds = { quiet: 1, attacked: 8 };
const shownOfEach = 3;

const [, , minutes = '1', store = 'sqlite', firstSeed = '1'] = process.argv;

/** The measures by which one seed is worse than another. */
const measures: Record<string, (attacked: Attacked) => number> = {
  refusals: ({ attacked }) =>
    operationsOf(attacked).reduce((sum, name) => sum + attacked[name].refusedCount, 0),
  'loop delay, ms': ({ loopDelayMs }) => loopDelayMs,
  'memory, MiB': ({ memory }) => memory,
  'captures p99, ms': ({ attacked }) => attacked.captures.p99,
  'answers p99, ms': ({ attacked }) => attacked.answers.p99,
  'reads p99, ms': ({ attacked }) => attacked.reads.p99,
  'searches p99, ms': ({ attacked }) => attacked.searches.p99,
};

const databases = await startDatabases(store === 'postgres' ? 'postgres' : 'sqlite');
const results: { seed: number; attacked: Attacked }[] = [];
const until = performance.now() + Number(minutes) * 60_000;
for (let seed = Number(firstSeed); results.length === 0 || performance.now() < until; seed += 1) {
  results.push({ seed, attacked: await attack(seed) });
}
await databases.stop();
const harmful = results.filter(({ attacked }) => harmOf(attacked).length > 0);
console.log(`${results.length} seeds, of which ${harmful.length} harmed somebody. The worst:`);
for (const [name, measure] of Object.entries(measures)) {
  const worst = results
    .map(({ seed, attacked }) => ({ seed, value: measure(attacked) }))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, shownOfEach)
    .map(({ seed, value }) => `seed ${seed}: ${value.toFixed(0)}`);
  console.log(`  ${name}: ${worst.join(', ')}`);
}
process.exitCode = harmful.length === 0 ? 0 : 1;

async function attack(seed: number): Promise<Attacked> {
  const attacked = await databases.withFresh((url) =>
    measureAttack(randomHostile(seed), url, seconds),
  );
  const { memory, loopDelayMs } = attacked;
  console.log(`seed ${seed}: loop ${milliseconds(loopDelayMs)}, memory ${memory.toFixed(0)} MiB`);
  for (const harm of harmOf(attacked)) console.log(`  ${harm}`);
  return attacked;
}
