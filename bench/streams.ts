import type { Socket } from 'node:net';
import { mebibytes, median, milliseconds, report } from './load.ts';
import { openStream, startHookwell, visit } from './service.ts';

/**
 * Measures the time of one capture to the first and the last of 1,000 open streams, then the memory of 10,000 open streams and what they
 * cost while nothing happens. Run: npm run bench:streams (10,000 streams need `ulimit -n` above 20,000)
 */
const idleMs = 30_000;

const server = await startHookwell();
const visitor = await visit(server);
const before = server.memory();

const sockets = await openStreams(1000);
const times: { first: number; last: number }[] = [];
for (let count = 0; count < 10; count += 1) times.push(await timeOneCapture());
report(
  'a capture to 1,000 streams, median of 10',
  `first ${milliseconds(median(times.map(({ first }) => first)))}`,
  `last ${milliseconds(median(times.map(({ last }) => last)))}`,
);

sockets.push(...(await openStreams(9000)));
const { last } = await timeOneCapture();
report(
  '10,000 streams',
  `last has a capture after ${milliseconds(last)}`,
  `memory ${mebibytes(server.memory())}, ${mebibytes(before)} before the first`,
);
const [spentBefore, began] = [server.processorTime(), performance.now()];
await new Promise((resolve) => setTimeout(resolve, idleMs));
const share = (server.processorTime() - spentBefore) / (performance.now() - began);
report('10,000 idle streams', `${(100 * share).toFixed(1)} % of a core`);
for (const socket of sockets) socket.destroy();
await server.stop();

/** Opens streams, a hundred at a time. */
async function openStreams(count: number): Promise<Socket[]> {
  const opened: Socket[] = [];
  while (opened.length < count)
    opened.push(
      ...(await Promise.all(Array.from({ length: 100 }, () => openStream(server, visitor)))),
    );
  return opened;
}

async function timeOneCapture(): Promise<{ first: number; last: number }> {
  const marker = `marker-${Math.random().toString(36).slice(2)}`;
  const started = performance.now();
  const arrivals = sockets.map(
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
  await fetch(visitor.receiveUrl, { method: 'POST', body: marker });
  const arrived = await Promise.all(arrivals);
  return { first: Math.min(...arrived), last: Math.max(...arrived) };
}
