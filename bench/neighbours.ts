import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startAttackedServer,
  watchMemory,
} from '../packages/server/test/neighbours/attacked-server.ts';
import { type Hostile, triedOn } from '../packages/server/test/neighbours/hostile.ts';
import { hostiles } from '../packages/server/test/neighbours/hostiles.ts';
import type { Figures } from '../packages/server/test/neighbours/latencies.ts';
import {
  type Experience,
  startHostile,
  startNeighbour,
} from '../packages/server/test/neighbours/neighbour.ts';
import { createDatabase } from '../packages/server/test/postgres/databases.ts';
import { startDatabase } from './database.ts';
import { milliseconds } from './figures.ts';

/**
 * Measures the latencies of a well-behaved account beside each hostile neighbour, against its latencies on the same
 * service while that is quiet. Run: npm run bench:neighbours [-- postgres] [-- part of a name]
 */
const seconds = 6;

const [, , ...words] = process.argv;
const store = words[0] === 'postgres' ? 'postgres' : 'sqlite';
const wanted = (store === 'postgres' ? words[1] : words[0]) ?? '';

const postgres = store === 'postgres' ? await startDatabase() : undefined;
for (const hostile of triedOn(store, hostiles).filter(({ name }) => name.includes(wanted))) {
  await compare(hostile);
}
await postgres?.stop();

async function compare(hostile: Hostile): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-'));
  const databaseUrl =
    postgres === undefined
      ? `sqlite:${join(folder, 'hookwell.db')}`
      : (await createDatabase({ url: postgres.url, prefix: 'bench' })).url;
  const server = await startAttackedServer(hostile, databaseUrl);
  const neighbour = await startNeighbour(server);
  await neighbour.use(1);
  const quiet = await neighbour.use(seconds);
  const watched = watchMemory(server.pid);
  const attack = await startHostile(hostile, { url: server.url, databaseUrl });
  const beside = await neighbour.use(seconds);
  await attack[Symbol.asyncDispose]();
  console.log(`beside ${hostile.name}: memory ${watched.highest.toFixed(0)} MiB`);
  watched.stop();
  for (const operation of Object.keys(quiet) as (keyof Experience)[]) {
    console.log(`  ${operation.padEnd(14)} ${line(quiet[operation], beside[operation])}`);
  }
  await neighbour[Symbol.asyncDispose]();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

function line(quiet: Figures, beside: Figures): string {
  const ratio = (beside.p99 / quiet.p99).toFixed(1);
  const refused =
    beside.refusedCount === 0
      ? ''
      : `, ${beside.refusedCount} of ${beside.count + beside.refusedCount} REFUSED (${beside.firstRefusal})`;
  return (
    `p50 ${milliseconds(quiet.p50)} -> ${milliseconds(beside.p50)}, ` +
    `p99 ${milliseconds(quiet.p99)} -> ${milliseconds(beside.p99)} (${ratio} x)${refused}`
  );
}
