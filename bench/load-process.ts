import { connect, type Socket } from 'node:net';
import { createHistogram, performance } from 'node:perf_hooks';
import type { LoadOptions, LoadResult } from './load.ts';

/**
 * One load generator, run as a process of its own so that it shares no event loop with anything it
 * measures. It writes the same bytes over plain sockets and reads answers by their Content-Length.
 * Without a rate every connection sends again as soon as it has its answer; with one, requests go out
 * at fixed times, whether or not earlier ones were answered.
 */
const latencies = createHistogram({ highest: 60_000_000 });
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
  const bytes = Buffer.from(
    `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: hookwell-bench\r\n` +
      'Accept: */*\r\nContent-Type: application/json\r\nX-Bench-Event: ping\r\n' +
      `Content-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`,
  );
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, () => open(url.hostname, Number(url.port))),
  );
  const started = performance.now();
  const ends = started + options.seconds * 1000;
  await (options.rate === undefined
    ? Promise.all(sockets.map((socket) => closedLoop(socket, bytes, ends)))
    : steady(sockets, bytes, options.rate, started, ends));
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  return {
    perSecond: answered / seconds,
    answered,
    failed,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    p50: latencies.percentile(50) / 1000,
    p99: latencies.percentile(99) / 1000,
    max: latencies.max / 1000,
  };
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

async function closedLoop(socket: Socket, bytes: Buffer, ends: number): Promise<void> {
  const next = answersOf(socket);
  while (performance.now() < ends) await exchange(socket, next, bytes, performance.now());
}

async function steady(
  sockets: Socket[],
  bytes: Buffer,
  rate: number,
  started: number,
  ends: number,
): Promise<void> {
  const idle = sockets.map((socket) => ({ socket, next: answersOf(socket) }));
  const underWay = new Set<Promise<void>>();
  for (let count = 0; ; count += 1) {
    const due = started + (count * 1000) / rate;
    if (due >= ends) break;
    while (performance.now() < due) await millisecond();
    // Our own timer's lateness is not the server's; waiting for a free connection is.
    const since = idle.length > 0 ? performance.now() : due;
    while (idle.length === 0) await millisecond();
    const connection = idle.shift();
    if (connection === undefined) continue;
    const done = exchange(connection.socket, connection.next, bytes, since).then(() => {
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
  socket: Socket,
  next: () => Promise<number>,
  bytes: Buffer,
  since: number,
): Promise<void> {
  socket.write(bytes);
  const status = await next();
  latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
  if (status === 200) answered += 1;
  else {
    failed += 1;
    firstFailure ??= `status ${status}`;
  }
}

/** Reads one answer after another from a socket; each call gives the status of the next. */
function answersOf(socket: Socket): () => Promise<number> {
  let buffered: Buffer = Buffer.alloc(0);
  let waiting: ((status: number) => void) | undefined;
  socket.on('data', (piece: Buffer) => {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece]);
    const headEnd = buffered.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = buffered.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (buffered.length < headEnd + 4 + length) return;
    buffered = buffered.subarray(headEnd + 4 + length);
    waiting?.(Number(head.slice(9, 12)));
  });
  socket.on('error', () => waiting?.(0));
  socket.on('close', () => waiting?.(0));
  return () =>
    new Promise((resolve) => {
      if (socket.destroyed) throw new Error('the server closed a connection');
      waiting = resolve;
    });
}
