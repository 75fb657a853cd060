import { createHmac } from 'node:crypto';
import { type LoadResult, load, mebibytes, median, oneKilobyte, report } from './load.ts';
import { putSettings, type RunningServer, startBare, startHookwell, visit } from './service.ts';

/**
 * Measures what a durable capture of 1 KB costs against a bare `node:http` server that reads the body and discards it: processor time
 * of all threads with the kernel's share, and requests a second, in turns, with 64 and 256 connections. Then the same with a
 * GitHub signature that is verified, against an endpoint without settings. Run: npm run bench:captures
 */
const rounds = 5;
const seconds = 5;

const bare = await startBare();
const hookwell = await startHookwell();
const plain = await visit(hookwell);
const verifying = await visit(hookwell);
const secret = 'the secret of the benchmark';
await putSettings(hookwell, verifying, { verify: { scheme: 'github', secrets: [secret] } });
const signature = createHmac('sha256', secret).update(oneKilobyte).digest('hex');
const signed = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` };

for (const connections of [64, 256]) {
  await compare(
    `a capture to a request of the bare server, ${connections} connections`,
    () => saturate(bare, `${bare.url}/wh/${plain.token}`, connections),
    () => saturate(hookwell, plain.receiveUrl, connections),
  );
}
await compare(
  'a verified capture to one without settings, 64 connections',
  () => saturate(hookwell, plain.receiveUrl, 64, signed),
  () => saturate(hookwell, verifying.receiveUrl, 64, signed),
);
report('memory after that', mebibytes(hookwell.memory()));
await bare.stop();
await hookwell.stop();

interface CostedLoad extends LoadResult {
  /** Processor time of the server for each request, in microseconds. */
  cost: number;
}

/** Measures both in turns, and reports the medians of the second and of its ratios to the first. */
async function compare(
  name: string,
  first: () => Promise<CostedLoad>,
  second: () => Promise<CostedLoad>,
): Promise<void> {
  const pairs: { base: CostedLoad; measured: CostedLoad }[] = [];
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ base: await first(), measured: await second() });
  const medianOf = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  report(
    name,
    `${medianOf(({ measured }) => measured.cost).toFixed(1)} to ${medianOf(({ base }) => base.cost).toFixed(1)} µs`,
    `ratio ${medianOf(({ base, measured }) => measured.cost / base.cost).toFixed(2)}`,
    `rate ${medianOf(({ base, measured }) => measured.perSecond / base.perSecond).toFixed(3)}`,
    `${medianOf(({ measured }) => measured.perSecond).toFixed(0)}/s`,
    `p99 ${medianOf(({ measured }) => measured.p99).toFixed(0)} ms`,
  );
}

async function saturate(
  server: RunningServer,
  url: string,
  connections: number,
  headers: Record<string, string> = {},
): Promise<CostedLoad> {
  const before = server.processorTime();
  const result = await load({ url, connections, seconds, headers });
  const cost = ((server.processorTime() - before) * 1000) / result.answered;
  return { ...result, cost };
}
