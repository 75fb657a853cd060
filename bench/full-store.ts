import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, report } from './figures.ts';
import { fill } from './fill.ts';
import { load, oneKilobyte } from './load.ts';
import { startHookwell, visit } from './servers.ts';

/**
 * Measures durable captures a second with 1,000,000 captures already stored against an empty store, in turn.
 * Run: npm run bench:full-store (writes about 1.5 GB into the temporary folder)
 */
const stored = 1_000_000;
const rounds = 3;

const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-full-'));
try {
  const first = await startHookwell({ folder });
  const { token, cookie } = await visit(first);
  await first.stop();
  await fill(join(folder, 'hookwell.db'), token, stored);

  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const empty = await startHookwell();
    const emptyRate = await rateOf((await visit(empty)).receiveUrl);
    await empty.stop();
    const full = await startHookwell({ folder });
    const fullRate = await rateOf(`${full.url}/wh/${token}`);
    const listed = await fetch(`${full.url}/api/requests?limit=1&view=summary`, {
      headers: { cookie },
    });
    // A page of one captured request: the newest id tells how many are stored.
    const [newest] = (await listed.json()) as { id: number }[];
    await full.stop();
    ratios.push(fullRate / emptyRate);
    report(
      `round ${round + 1}`,
      `empty ${emptyRate.toFixed(0)}/s`,
      `with ${newest?.id} stored ${fullRate.toFixed(0)}/s`,
    );
  }
  report(`ratio, median of ${rounds}`, median(ratios).toFixed(3));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function rateOf(url: string): Promise<number> {
  const { perSecond, failed } = await load({ url, connections: 64, seconds: 6, body: oneKilobyte });
  if (failed > 0) throw new Error(`${failed} captures failed`);
  return perSecond;
}
