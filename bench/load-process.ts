import { createHistogram, performance } from 'node:perf_hooks';
import type { LoadOptions, LoadResult } from './load.ts';
import { LoadConnection } from './load-connection.ts';
import { LoadRequest } from './load-request.ts';

/**
 * One load generator, run as a process of its own so that it shares no event loop with the server that it
 * measures. It writes the same bytes over plain sockets and reads answers by their Content-Length.
 * Without a rate every connection sends again as soon as it has its answer; with one, requests go out
 * at fixed times, whether or not earlier ones were answered.
 */
const latenciesInMicroseconds = createHistogram({ highest: 60_000_000 });
let answered = 0;
let failed = 0;
let firstFailure: string | undefined;

process.once('message', (options: LoadOptions) => {
  run(options).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url);
  const request = new LoadRequest(options);
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () =>
      LoadConnection.open(url.hostname, Number(url.port)),
    ),
  );
  const started = performance.now();
  const ends = started + options.seconds * 1000;
  await (options.rate === undefined
    ? Promise.all(connections.map((connection) => closedLoop(connection, request, ends)))
    : steady(connections, request, options.rate, started, ends));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return {
    perSecond: answered / seconds,
    answered,
    failed,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    p50: latenciesInMicroseconds.percentile(50) / 1000,
    p99: latenciesInMicroseconds.percentile(99) / 1000,
    max: latenciesInMicroseconds.max / 1000,
  };
}

async function closedLoop(
  connection: LoadConnection,
  request: LoadRequest,
  ends: number,
): Promise<void> {
  while (performance.now() < ends) await exchange(connection, request, performance.now());
}

async function steady(
  connections: readonly LoadConnection[],
  request: LoadRequest,
  rate: number,
  started: number,
  ends: number,
): Promise<void> {
  const idle = [...connections];
  const underWay = new Set<Promise<void>>();
  for (let count = 0; ; count += 1) {
    const due = started + (count * 1000) / rate;
    if (due >= ends) break;
    while (performance.now() < due) await millisecond();
    // A timer that fires late is not the server's fault; a wait for a free connection is.
    const since = idle.length > 0 ? performance.now() : due;
    while (idle.length === 0) await millisecond();
    const connection = idle.shift();
    if (connection === undefined) continue;
    const done = exchange(connection, request, since).then(() => {
      idle.push(connection);
      underWay.delete(done);
    });
    underWay.add(done);
  }
  await Promise.all(underWay);
}

function millisecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

async function exchange(
  connection: LoadConnection,
  request: LoadRequest,
  since: number,
): Promise<void> {
  const status = await connection.exchange(request.next());
  latenciesInMicroseconds.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
  if (status === 200) {
    answered += 1;
    return;
  }
  failed += 1;
  firstFailure ??= status === 0 ? 'connection closed' : `status ${status}`;
  // Without this the loop would go on for ever once the server is gone.
  if (status === 0) throw new Error('the server closed a connection');
}
