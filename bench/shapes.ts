import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMatch } from '@hookwell/match';
import { pino } from 'pino';
import { parseConfig } from '../packages/server/src/config.ts';
import { createMetrics } from '../packages/server/src/metrics.ts';
import { CaptureRenderer } from '../packages/server/src/rendering/capture-renderer.ts';
import { CaptureReads } from '../packages/server/src/requests/capture-reads.ts';
import { type Sampled, Shapes } from '../packages/server/src/shapes/shapes.ts';
import { openStore } from '../packages/server/src/store/open-store.ts';
import { fairParts } from '../packages/server/test/fair-parts.ts';
import { addAccountWithEndpoint } from '../packages/server/test/store/store-rows.ts';
import { startDatabase } from './database.ts';
import { median, milliseconds, report } from './figures.ts';
import { capturesBeside, storeWebhooks } from './stored-webhooks.ts';
import { webhookBodies } from './webhook-bodies.ts';

/**
 * Measures schemas of 1,000 and 10,000 captures of 2 KB, and the list of their events, as routes make them; and the latency of 500
 * captures a second up to their commit in the same process, with and without.
 * Run: npm run bench:shapes -- [sqlite|postgres]
 */
const [kind = 'sqlite'] = process.argv.slice(2);
const most = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-shapes-'));
const database = kind === 'postgres' ? await startDatabase() : undefined;
const url = database?.url ?? `sqlite:${join(folder, 'hookwell.db')}`;
const config = parseConfig({ HOOKWELL_DATABASE_URL: url });
const log = pino({ level: 'warn' });
const metrics = createMetrics();
const store = await openStore({ url, log, metrics, role: 'server' });
const renderer = new CaptureRenderer(config.maxBodyBytes, log);
const addresses = { base: '', receiveBase: '' };
const parts = { ...fairParts(), config, log, metrics, store, addresses, clock: Date.now };
const shapes = new Shapes(parts, new CaptureReads(parts, renderer));
const client = { gone: new AbortController().signal, cut() {} };
try {
  const scope = await addAccountWithEndpoint(store);
  const others = await addAccountWithEndpoint(store);
  const bodies = webhookBodies(2);
  await storeWebhooks(store, scope.endpointId, most, bodies);
  const everything = { scope, match: { terms: [] }, mostCaptures: most, mostSamples: most };
  const calls: readonly [string, Sampled][] = [
    ['a schema of 1,000', { ...everything, kind: 'schema', mostSamples: 1000 }],
    ['a schema of 10,000', { ...everything, kind: 'schema' }],
    [
      'a schema of 10,000 by a match',
      { ...everything, kind: 'schema', match: parseMatch('event:. json.data.city=Köln') },
    ],
    ['the events of 10,000', { ...everything, kind: 'events' }],
  ];
  const alone = async () => new Promise<void>((resolve) => setTimeout(resolve, 2000));
  await capturesBeside(store, others.endpointId, 'nothing else', alone);
  for (const [name, sampled] of calls) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      const { text } = await shapes.make(sampled, client);
      times.push(performance.now() - began);
      if (round === 0) report(name, `${text?.length} bytes`);
    }
    report(name, `median ${milliseconds(median(times))}`, `first ${milliseconds(times[0] ?? 0)}`);
    const again = async () => {
      for (const end = performance.now() + 2000; performance.now() < end; ) {
        await shapes.make(sampled, client);
      }
    };
    await capturesBeside(store, others.endpointId, `${name}, again and again`, again);
    await capturesBeside(store, others.endpointId, 'nothing else', alone);
  }
} finally {
  await shapes.close();
  await renderer.close();
  await store.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
}
