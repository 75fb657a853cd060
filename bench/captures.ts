import { createHmac } from 'node:crypto';
import { median, microseconds, milliseconds, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { putSettings, type RunningServer, startBare, startHookwell, visit } from './servers.ts';

/**
 * Measures what a durable capture costs against a bare `node:http` server that reads the body and discards it: processor time
 * of all threads with the kernel's share, which other programs on the machine change little, and captures a second. Those with a
 * GitHub signature that is verified are measured against the same on an endpoint that only counts deliveries, on one without settings,
 * and on one that keeps X- headers; and the memory of the service. Run: npm run bench:captures
 */
const rounds = 5;
const seconds = 5;
const connections = 64;

const bare = await startBare();
const hookwell = await startHookwell();
const visitor = await visit(hookwell);
const counting = await visit(hookwell);
const verifying = await visit(hookwell);
const keeping = await visit(hookwell);
const secret = 'the secret of the benchmark';
await putSettings(hookwell, counting, { delivery: 'header.x-github-delivery' });
await putSettings(hookwell, verifying, { verify: { scheme: 'github', secrets: [secret] } });
await putSettings(hookwell, keeping, { xHeaders: 'keep' });
const signature = createHmac('sha256', secret).update(oneKilobyte).digest('hex');
/** As GitHub sends them: each has an id of its own. */
const signed = [
  'X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-{id}\r\n',
  'X-GitHub-Event: push\r\n',
  `X-Hub-Signature-256: sha256=${signature}\r\n`,
].join('');

/** In microseconds. */
const [bareCosts, captureCosts]: [number[], number[]] = [[], []];
const ratios: number[] = [];
const [againstCounted, againstNothing]: [number[], number[]] = [[], []];
/** The processor time of keeping three X- headers, to that of dropping them. */
const keepingCosts: number[] = [];
const stored: CostedLoad[] = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = await saturate(bare, `${bare.url}/wh/${visitor.token}`);
  const durable = await saturate(hookwell, visitor.receiveUrl);
  bareCosts.push(plain.cost);
  captureCosts.push(durable.cost);
  ratios.push(durable.perSecond / plain.perSecond);
  stored.push(durable);
  reportLoad('bare node:http', plain);
  report('bare node:http, processor time', microseconds(plain.cost));
  reportLoad('durable captures', durable);
  report('durable captures, processor time', microseconds(durable.cost));
  const without = await saturate(hookwell, visitor.receiveUrl, signed);
  const kept = await saturate(hookwell, keeping.receiveUrl, signed);
  keepingCosts.push(kept.cost / without.cost);
  const counted = await saturate(hookwell, counting.receiveUrl, signed);
  const verified = await saturate(hookwell, verifying.receiveUrl, signed);
  againstCounted.push(verified.perSecond / counted.perSecond);
  againstNothing.push(verified.perSecond / without.perSecond);
  reportLoad('signed, no settings', without);
  reportLoad('signed, X- headers kept', kept);
  reportLoad('signed, deliveries counted', counted);
  reportLoad('signed, verified and counted', verified);
  report(
    'signed, processor time',
    `no settings ${microseconds(without.cost)}`,
    `kept ${microseconds(kept.cost)}`,
    `counted ${microseconds(counted.cost)}`,
    `verified ${microseconds(verified.cost)}`,
  );
}
const costs = captureCosts.map((cost, round) => cost / (bareCosts[round] ?? Number.NaN));
report(
  'processor time, median',
  `a capture ${microseconds(median(captureCosts))}`,
  `bare ${microseconds(median(bareCosts))}`,
  `ratio ${median(costs).toFixed(2)}`,
);
report(`ratio, median of ${rounds}`, median(ratios).toFixed(3));
report('verified and counted against counted, median', median(againstCounted).toFixed(3));
report('verified and counted against no settings, median', median(againstNothing).toFixed(3));
report('processor time with X- headers kept to dropped, median', median(keepingCosts).toFixed(2));
report('p99 at saturation, median', milliseconds(median(stored.map(({ p99 }) => p99))));
report('memory at saturation', `${hookwell.memory().toFixed(0)} MiB`);
await bare.stop();
await hookwell.stop();

interface CostedLoad extends LoadResult {
  /** Processor time of the server for each request, in microseconds. */
  cost: number;
}

async function saturate(server: RunningServer, url: string, headers = ''): Promise<CostedLoad> {
  const before = server.processorTime();
  const result = await load({ url, connections, seconds, body: oneKilobyte, headers });
  const cost = ((server.processorTime() - before) * 1000) / result.answered;
  return { ...result, cost };
}
