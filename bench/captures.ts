import { createHmac } from 'node:crypto';
import { median, milliseconds, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { putSettings, startBare, startHookwell, visit } from './servers.ts';

/**
 * Measures durable captures a second against a bare `node:http` server that reads the body and discards it, those with a
 * GitHub signature that is verified against the same on an endpoint that only counts deliveries, and on one without settings,
 * and the memory of the service. Run: npm run bench:captures
 */
const rounds = 3;
const seconds = 6;
const connections = 64;

const bare = await startBare();
const hookwell = await startHookwell();
const visitor = await visit(hookwell);
const counting = await visit(hookwell);
const verifying = await visit(hookwell);
const secret = 'the secret of the benchmark';
await putSettings(hookwell, counting, { delivery: 'header.x-github-delivery' });
await putSettings(hookwell, verifying, { verify: { scheme: 'github', secrets: [secret] } });
const signature = createHmac('sha256', secret).update(oneKilobyte).digest('hex');
/** As GitHub sends them: each has an id of its own. */
const signed = [
  'X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-{id}\r\n',
  'X-GitHub-Event: push\r\n',
  `X-Hub-Signature-256: sha256=${signature}\r\n`,
].join('');

const ratios: number[] = [];
const [againstCounted, againstNothing]: [number[], number[]] = [[], []];
const stored: LoadResult[] = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = await saturate(`${bare.url}/wh/${visitor.token}`);
  const durable = await saturate(visitor.receiveUrl);
  ratios.push(durable.perSecond / plain.perSecond);
  stored.push(durable);
  reportLoad('bare node:http', plain);
  reportLoad('durable captures', durable);
  const without = await saturate(visitor.receiveUrl, signed);
  const counted = await saturate(counting.receiveUrl, signed);
  const verified = await saturate(verifying.receiveUrl, signed);
  againstCounted.push(verified.perSecond / counted.perSecond);
  againstNothing.push(verified.perSecond / without.perSecond);
  reportLoad('signed, no settings', without);
  reportLoad('signed, deliveries counted', counted);
  reportLoad('signed, verified and counted', verified);
}
report(`ratio, median of ${rounds}`, median(ratios).toFixed(3));
report('verified and counted against counted, median', median(againstCounted).toFixed(3));
report('verified and counted against no settings, median', median(againstNothing).toFixed(3));
report('p99 at saturation, median', milliseconds(median(stored.map(({ p99 }) => p99))));
report('memory at saturation', `${hookwell.memory().toFixed(0)} MiB`);
await bare.stop();
await hookwell.stop();

function saturate(url: string, headers = ''): Promise<LoadResult> {
  return load({ url, connections, seconds, body: oneKilobyte, headers });
}
