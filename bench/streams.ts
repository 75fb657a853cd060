import type { Socket } from 'node:net';
import { median, milliseconds, report } from './figures.ts';
import { openStream, startHookwell, type Visitor, visit } from './servers.ts';

/**
 * Measures the time of one capture to the first and the last of 1,000 open streams, then the memory of 10,000 open
 * streams and what they cost while nothing happens. Run: npm run bench:streams (10,000 streams need `ulimit -n` above 20,000)
 */
const idleMs = 60_000;

const server = await startHookwell();
const visitor = await visit(server);
const before = server.memory();

const sockets = await openStreams(1000);
const lasts: number[] = [];
for (let count = 0; count < 10; count += 1) {
  const { first, last } = await timeOneCapture(sockets, visitor);
  lasts.push(last);
  if (count === 0)
    report(
      'first capture to 1,000 streams',
      `first ${milliseconds(first)}`,
      `last ${milliseconds(last)}`,
    );
}
report(
  'capture to the last of 1,000 streams',
  `median of 10 ${milliseconds(median(lasts))}`,
  `worst ${milliseconds(Math.max(...lasts))}`,
);

sockets.push(...(await openStreams(9000)));
const { last } = await timeOneCapture(sockets, visitor);
const memory = server.memory();
report(
  '10,000 streams',
  `last has a capture after ${milliseconds(last)}`,
  `memory ${(memory - before).toFixed(0)} MiB above the idle server`,
  `${memory.toFixed(0)} MiB (${before.toFixed(0)} MiB before the first)`,
);
const [spentBefore, began] = [server.processorTime(), performance.now()];
await new Promise((resolve) => setTimeout(resolve, idleMs));
const share = (server.processorTime() - spentBefore) / (performance.now() - began);
report('10,000 streams that hear of changes, idle', `${(100 * share).toFixed(1)} % of a core`);
for (const socket of sockets) socket.destroy();
await server.stop();

/** Opens streams, a hundred at a time. */
async function openStreams(count: number): Promise<Socket[]> {
  const opened: Socket[] = [];
  while (opened.length < count) {
    const batch = Math.min(100, count - opened.length);
    opened.push(
      ...(await Promise.all(Array.from({ length: batch }, () => openStream(server, visitor)))),
    );
  }
  return opened;
}

async function timeOneCapture(
  open: readonly Socket[],
  { receiveUrl }: Visitor,
): Promise<{ first: number; last: number }> {
  const marker = `marker-${Math.random().toString(36).slice(2)}`;
  const started = performance.now();
  const arrivals = open.map(
    (socket) =>
      new Promise<number>((resolve) => {
        const onData = (piece: Buffer): void => {
          if (!piece.includes(marker)) return;
          socket.off('data', onData);
          resolve(performance.now() - started);
        };
        socket.on('data', onData);
      }),
  );
  await fetch(receiveUrl, { method: 'POST', body: marker });
  const times = await Promise.all(arrivals);
  return { first: Math.min(...times), last: Math.max(...times) };
}
