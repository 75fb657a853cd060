import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMatch } from '@hookwell/match';
import { pino } from 'pino';
import type { Scope } from '../packages/server/src/capture-log/capture-log.ts';
import { openStore } from '../packages/server/src/store/open-store.ts';
import { addAccountWithEndpoint } from '../packages/server/test/store/store-rows.ts';
import { startDatabase } from './database.ts';
import { milliseconds, report } from './figures.ts';
import { capturesBeside, storeWebhooks } from './stored-webhooks.ts';
import { rareWord } from './webhook-bodies.ts';

/**
 * Measures searches through all captures of an account, step by step, alone and while the same process stores 500
 * captures a second: their time, the latency of those captures up to their commit, and the memory of the process.
 * Run: npm run bench:search -- [sqlite|postgres] [captures]
 */
const [kind = 'sqlite', rows = '100000'] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-search-'));
const database = kind === 'postgres' ? await startDatabase() : undefined;
const store = await openStore({
  url: database?.url ?? `sqlite:${join(folder, 'hookwell.db')}`,
  log: pino({ level: 'warn' }),
  role: 'server',
});
try {
  const { accountId, endpointId } = await addAccountWithEndpoint(store);
  const others = await addAccountWithEndpoint(store);
  await storeWebhooks(store, endpointId, Number(rows));
  const beside = (name: string, work: () => Promise<void>) =>
    capturesBeside(store, others.endpointId, name, work);
  await beside('nothing else', () => new Promise((resolve) => setTimeout(resolve, 3000)));
  for (const match of ['wordthatisnowhere', rareWord, `json.data.state=${rareWord}`, 'köln -pad']) {
    await search(match, { accountId });
    await beside(`a search for ${match}`, () => search(match, { accountId }));
  }
} finally {
  await store.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Reads a search to its end. */
async function search(text: string, scope: Scope): Promise<void> {
  const match = parseMatch(text);
  const started = performance.now();
  const before = process.cpuUsage();
  let [steps, tried, found, longestMs, mostMemory] = [0, 0, 0, 0, 0];
  for (let before: number | undefined, more = true; more; ) {
    const range = before === undefined ? {} : { before };
    const began = performance.now();
    const step = await store.captures.search(scope, {
      match,
      nowMs: Date.now(),
      order: 'newestFirst',
      limit: 1000,
      ...range,
    });
    longestMs = Math.max(longestMs, performance.now() - began);
    mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
    steps += 1;
    tried += step.tried;
    found += step.found.length;
    before = step.through;
    more = step.more;
  }
  const used = process.cpuUsage(before);
  report(
    `${match.terms.length === 0 ? 'everything' : text} in ${tried}`,
    `${found} found`,
    `${((performance.now() - started) / 1000).toFixed(2)} s`,
    `processor time of this process ${((used.user + used.system) / 1e6).toFixed(2)} s`,
    `${steps} steps, the longest ${milliseconds(longestMs)}`,
    `memory ${(mostMemory / (1024 * 1024)).toFixed(0)} MiB at most`,
  );
}
