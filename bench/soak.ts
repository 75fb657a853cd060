import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { createEndpoint, startHookwell, type Visitor, visit } from './servers.ts';
import { SoakReaders } from './soak-readers.ts';
import { SoakRecord } from './soak-record.ts';
import { missingCaptures } from './soak-stored.ts';
import { SoakStreams } from './soak-streams.ts';

/**
 * Watches the service for an hour at 2,000 captures a second, with plan limits that keep the retention at work, while
 * users read pages, a whole list, search and clear, and 200 live streams come and go. It prints a line every ten seconds.
 * At its end it draws soak.svg, and checks that everything that was acknowledged is stored.
 * Run: npm run bench:soak -- [minutes] [captures a second]
 */
const [minutes = 60, rate = 2000] = process.argv.slice(2).map(Number);
const intervalSeconds = 10;
const streamCount = 200;
const listLength = 10_000;
const busyCount = 8;
const watchedCount = 20;
/** Of so many captures one goes to a watched endpoint, so that each stream has a moderate number of events. */
const watchedShare = 20;
/** So many different failures are told. */
const mostFailures = 20;
/** As the plan Enterprise keeps them; fewer in a short run, so that the retention has work in most of it. */
const kept = Math.min(
  100_000,
  Math.max(listLength, Math.ceil((minutes * 60 * rate) / busyCount / 8)),
);

const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-soak-'));
const plans = { endpoints: 25, requestsPerEndpoint: kept, bytes: 100 * 1024 ** 3, days: 90 };
const server = await startHookwell({ folder, plans });
try {
  const owners = await visitors(2);
  const busy = [...owners];
  while (busy.length < busyCount)
    busy.push(await createEndpoint(server, inTurn(owners, busy.length).cookie));
  const watched = await visitors(watchedCount);
  const filled = (await visitors(1))[0] as Visitor;
  await load({
    url: filled.receiveUrl,
    connections: 16,
    seconds: 2,
    rate: listLength / 2,
    body: oneKilobyte,
  });

  const failures = new Map<string, number>();
  const fail = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    const kind = failures.has(message) || failures.size < mostFailures ? message : 'others';
    failures.set(kind, (failures.get(kind) ?? 0) + 1);
  };
  const streams = new SoakStreams(server.url, fail);
  const readers = new SoakReaders({ url: server.url, busy, cleared: owners, filled }, fail);
  const record = new SoakRecord({ server, folder, streams, readers });
  const finished = new AbortController();
  const meanwhile = [
    readers.run(finished.signal),
    ...Array.from({ length: streamCount }, (_, index) =>
      streams.comeAndGo(inTurn(watched, index), finished.signal),
    ),
  ];
  const result = await soak(busy, watched, record);
  finished.abort();
  await Promise.all(meanwhile);

  record.summarise();
  record.draw(
    new URL('soak.svg', import.meta.url),
    `${rate} captures a second for ${minutes} minutes`,
  );
  if (result.failed > 0) report('FAILED captures', `${result.failed} (${result.firstFailure})`);
  for (const [message, count] of failures) report('FAILED', `${count} times: ${message}`);
  const uncleared = [...busy.slice(owners.length), ...watched];
  const missing = await missingCaptures(server, uncleared, result, kept);
  report(
    `stored of ${uncleared.length} endpoints`,
    missing ?? 'all that was acknowledged, up to the limit of the plan',
  );
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function soak(
  busy: readonly Visitor[],
  watched: readonly Visitor[],
  record: SoakRecord,
): Promise<LoadResult> {
  const url = Array.from({ length: watchedShare * watchedCount }, (_, index) =>
    index % watchedShare === 0 ? inTurn(watched, index / watchedShare) : inTurn(busy, index),
  ).map(({ receiveUrl }) => receiveUrl);
  return load(
    { url, connections: 64, seconds: minutes * 60, rate, body: oneKilobyte, intervalSeconds },
    (figures) => record.add(figures),
  );
}

async function visitors(count: number): Promise<Visitor[]> {
  return await Promise.all(Array.from({ length: count }, () => visit(server)));
}

function inTurn(some: readonly Visitor[], index: number): Visitor {
  // There is at least one.
  return some[index % some.length] as Visitor;
}
