import { performance } from 'node:perf_hooks';
import type { LoadMessage, LoadOptions, LoadResult } from './load.ts';
import { LoadConnection } from './load-connection.ts';
import { LoadRecord } from './load-record.ts';
import { LoadRequest } from './load-request.ts';

/**
 * One load generator, run as a process of its own so that it shares no event loop with the server that it
 * measures. It writes the same bytes over plain sockets and reads answers by their Content-Length.
 * Without a rate every connection sends again as soon as it has its answer; with one, requests go out
 * at fixed times, whether or not earlier ones were answered.
 */
const record = new LoadRecord();

process.once('message', (options: LoadOptions) => {
  run(options).then(
    (result) => tell({ result }, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(options: LoadOptions): Promise<LoadResult> {
  const { body, headers } = options;
  // One object an address, however often it stands among them.
  const known = new Map<string, LoadRequest>();
  const requests = [options.url].flat().map((url) => {
    const request = known.get(url) ?? new LoadRequest(url, body, headers);
    known.set(url, request);
    return request;
  });
  let turn = 0;
  const next = (): LoadRequest => requests[turn++ % requests.length] as LoadRequest;
  // Every node takes the requests for all addresses.
  const nodes = [...new Set([...known.keys()].map((url) => new URL(url).host))];
  const connections = await Promise.all(
    Array.from({ length: options.connections }, (_, index) => {
      const { hostname, port } = new URL(`http://${nodes[index % nodes.length]}`);
      return LoadConnection.open(hostname, Number(port));
    }),
  );
  const started = performance.now();
  const ends = started + options.seconds * 1000;
  const telling = setInterval(
    () => tell({ interval: record.interval() }),
    (options.intervalSeconds ?? options.seconds + 1) * 1000,
  );
  await (options.rate === undefined
    ? Promise.all(connections.map((connection) => closedLoop(connection, next, ends)))
    : steady(connections, next, options.rate, started, ends));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(telling);
  for (const connection of connections) connection.close();
  const whole = record.whole();
  const answeredBy = Object.fromEntries([...known].map(([url, { answered }]) => [url, answered]));
  return { ...whole, perSecond: whole.answered / seconds, answeredBy };
}

function tell(message: LoadMessage, told: () => void = () => {}): void {
  process.send?.(message, told);
}

async function closedLoop(
  connection: LoadConnection,
  next: () => LoadRequest,
  ends: number,
): Promise<void> {
  while (performance.now() < ends) await exchange(connection, next(), performance.now());
}

async function steady(
  connections: readonly LoadConnection[],
  next: () => LoadRequest,
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
    const done = exchange(connection, next(), since).then(() => {
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
  record.add(performance.now() - since, status);
  if (status === 200) request.answered += 1;
  // Without this the loop would go on for ever once the server is gone.
  if (status === 0) throw new Error('the server closed a connection');
}
