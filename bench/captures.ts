import { median, milliseconds, report, reportLoad } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { startBare, startHookwell, visit } from './servers.ts';

/**
 * Measures durable captures a second against a bare `node:http` server that reads the body and discards it, and
 * the memory of the service. Run: npm run bench:captures
 */
const rounds = 3;
const seconds = 6;
const connections = 64;

const bare = await startBare();
const hookwell = await startHookwell();
const visitor = await visit(hookwell);

const ratios: number[] = [];
const stored: LoadResult[] = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = await saturate(`${bare.url}/wh/${visitor.token}`);
  const durable = await saturate(visitor.receiveUrl);
  ratios.push(durable.perSecond / plain.perSecond);
  stored.push(durable);
  reportLoad('bare node:http', plain);
  reportLoad('durable captures', durable);
}
report(`ratio, median of ${rounds}`, median(ratios).toFixed(3));
report('p99 at saturation, median', milliseconds(median(stored.map(({ p99 }) => p99))));
report('memory at saturation', `${hookwell.memory().toFixed(0)} MiB`);
await bare.stop();
await hookwell.stop();

function saturate(url: string): Promise<LoadResult> {
  return load({ url, connections, seconds, body: oneKilobyte });
}
