import { type Hostile, triedOn } from '../packages/server/test/neighbours/hostile.ts';
import { hostiles } from '../packages/server/test/neighbours/hostiles.ts';
import type { Figures } from '../packages/server/test/neighbours/latencies.ts';
import {
  harmOf,
  measureAttack,
  operationsOf,
} from '../packages/server/test/neighbours/measure-attack.ts';
import { startDatabases } from './database.ts';
import { milliseconds } from './figures.ts';

/**
 * Measures the latencies of a well-behaved account beside each hostile neighbour, against its latencies on the same
 * service while that is quiet. Ends with 1 if one of them harmed anybody. A part of a name selects those that have it, of all.
 * Run: npm run bench:neighbours [-- postgres] [-- part of a name]
 */
const seconds = 6;

const [, , ...words] = process.argv;
const store = words[0] === 'postgres' ? 'postgres' : 'sqlite';
const wanted = words[store === 'postgres' ? 1 : 0];
const chosen =
  wanted === undefined
    ? triedOn(store, hostiles)
    : hostiles.filter(({ name }) => name.includes(wanted));

let harmful = 0;
const databases = await startDatabases(store);
for (const hostile of chosen) await compare(hostile);
await databases.stop();
process.exitCode = harmful === 0 ? 0 : 1;

async function compare(hostile: Hostile): Promise<void> {
  const measured = await databases.withFresh((url) =>
    measureAttack(hostile, url, { quiet: seconds, attacked: seconds }),
  );
  const { quiet, attacked, memory, loopDelayMs } = measured;
  console.log(
    `beside ${hostile.name}: memory ${memory.toFixed(0)} MiB, loop ${milliseconds(loopDelayMs)}`,
  );
  for (const operation of operationsOf(quiet)) {
    console.log(`  ${operation.padEnd(14)} ${line(quiet[operation], attacked[operation])}`);
  }
  const harms = harmOf(measured);
  for (const harm of harms) console.log(`  HARM ${harm}`);
  if (harms.length > 0) harmful += 1;
}

function line(quiet: Figures, beside: Figures): string {
  const ratio = (beside.p99 / quiet.p99).toFixed(1);
  return (
    `p50 ${milliseconds(quiet.p50)} -> ${milliseconds(beside.p50)}, ` +
    `p99 ${milliseconds(quiet.p99)} -> ${milliseconds(beside.p99)} (${ratio} x)`
  );
}
