import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMatch } from '@hookwell/match';
import { pino } from 'pino';
import type { Scope } from '../packages/server/src/capture-log/capture-log.ts';
import type { NewCapture } from '../packages/server/src/capture-log/captures.ts';
import { openStore } from '../packages/server/src/store/open-store.ts';
import type { Store } from '../packages/server/src/store/store.ts';
import { addAccountWithEndpoint } from '../packages/server/test/store/store-rows.ts';
import { startDatabase } from './database.ts';
import { milliseconds, report } from './figures.ts';
import { rareWord, webhookBodies } from './webhook-bodies.ts';

/**
 * Measures searches through all captures of an account, step by step, alone and while the same process stores 500
 * captures a second: their time, the latency of those captures up to their commit, and the memory of the process.
 * Run: npm run bench:search -- [sqlite|postgres] [captures]
 */
const [kind = 'sqlite', rows = '100000'] = process.argv.slice(2);
const perSecond = 500;
const headers = JSON.stringify([
  ...['Host', 'hooks.example.com', 'User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
  ...['Content-Type', 'application/json; charset=utf-8', 'Accept', '*/*', 'Content-Length', '1000'],
  ...['Stripe-Signature', `t=1492774577,v1=${'5257a869e7'.repeat(6)}`],
]);
const bodies = webhookBodies();

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
  await fill(store, endpointId, Number(rows));
  await capturesBeside('nothing else', () => new Promise((resolve) => setTimeout(resolve, 3000)));
  for (const match of ['wordthatisnowhere', rareWord, `json.data.state=${rareWord}`, 'köln -pad']) {
    await search(match, { accountId });
    await capturesBeside(`a search for ${match}`, () => search(match, { accountId }));
  }

  async function capturesBeside(name: string, work: () => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const latencies = appendSteadily(store, others.endpointId, stop.signal);
    await work();
    stop.abort();
    const sorted = (await latencies).toSorted((a, b) => a - b);
    report(
      `${perSecond} captures a second beside ${name}`,
      `p50 ${milliseconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}`,
      `p99 ${milliseconds(sorted[Math.floor(sorted.length * 0.99)] ?? 0)}`,
      `max ${milliseconds(sorted.at(-1) ?? 0)}`,
    );
  }
} finally {
  await store.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function newCapture(endpointId: number): NewCapture {
  const body = bodies.next().value as Buffer;
  return {
    endpointId,
    settingsVersion: 0,
    receivedAt: Date.now(),
    method: 'POST',
    target: '/wh/token/stripe',
    headers,
    droppedHeaders: 0,
    ipAddress: '203.0.113.7',
    body: [body],
    bodySize: body.length,
  };
}

async function fill({ captures }: Store, endpointId: number, count: number): Promise<void> {
  const atOnce = 256;
  for (let stored = 0; stored < count; stored += atOnce) {
    const group = Math.min(atOnce, count - stored);
    await Promise.all(Array.from({ length: group }, () => captures.append(newCapture(endpointId))));
  }
}

/** Appends at a fixed rate until the end; gives the latencies in milliseconds. */
async function appendSteadily(
  { captures }: Store,
  endpointId: number,
  signal: AbortSignal,
): Promise<number[]> {
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let count = 0; !signal.aborted; ) {
    for (; started + (count * 1000) / perSecond <= performance.now(); count += 1) {
      // A timer that fires late is a turn of the event loop that a capture would wait for as well.
      const due = started + (count * 1000) / perSecond;
      underWay.push(
        captures.append(newCapture(endpointId)).then(() => {
          latencies.push(performance.now() - due);
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  return latencies;
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
