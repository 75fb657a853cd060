import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabase } from './database.ts';
import { median, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Measures the latency of small captures, 200 a second, alone and beside six uploads of 25 MiB. Each upload belongs
 * to an account of its own and starts again as soon as it is answered.
 * Run: npm run bench:beside-large (for SQLite: node bench/beside-large.ts sqlite)
 */
const rounds = 3;
const seconds = 8;
const uploads = 6;
const large = Buffer.alloc(25 * 1024 * 1024, 'x');

const database = process.argv.includes('sqlite') ? undefined : await startDatabase();
const server = await startHookwell(database && { databaseUrl: database.url });
const { receiveUrl } = await visit(server);
const neighbours = await Promise.all(Array.from({ length: uploads }, () => visit(server)));
const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const alone = await measure();
  reportLoad('200/s alone', alone);
  const finished = new AbortController();
  const answers = neighbours.map((neighbour) => upload(neighbour.receiveUrl, finished.signal));
  const beside = await measure();
  finished.abort();
  reportLoad('200/s beside uploads', beside);
  const counts = (await Promise.all(answers)).flat();
  report(
    'uploads',
    `${counts.filter((status) => status === 200).length} stored`,
    `${counts.filter((status) => status !== 200).length} refused`,
    `memory ${server.memory().toFixed(0)} MiB`,
  );
  ratios.push(beside.p50 / alone.p50);
  await sleep(1000);
}
report('ratio of the medians', median(ratios).toFixed(2));
await server.stop();
await database?.stop();

function measure(): Promise<LoadResult> {
  return load({ url: receiveUrl, connections: 16, seconds, rate: 200, body: oneKilobyte });
}

async function upload(url: string, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    const answer = await fetch(url, { method: 'POST', body: large });
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}
