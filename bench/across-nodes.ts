import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabase } from './database.ts';
import { median, milliseconds, report } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import { openStream, startHookwell, visit } from './servers.ts';

/**
 * Measures the time from a capture on one node to its event on a live stream of another node: alone, and while
 * both nodes take 500 captures a second for other accounts. Run: npm run bench:across-nodes
 */
const captures = 300;

const database = await startDatabase();
const near = await startHookwell({ databaseUrl: database.url });
const far = await startHookwell({ databaseUrl: database.url });
const visitor = await visit(near);
const others = await visit(near);
const stream = await openStream(far, visitor);

await measure('capture to a stream of another node');
const seconds = 20;
const background = Promise.all(
  [near, far].map(({ url }) =>
    load({
      url: `${url}/wh/${others.token}`,
      connections: 32,
      seconds,
      body: oneKilobyte,
      rate: 500,
    }),
  ),
);
await sleep(1000);
await measure('the same while each node takes 500 captures a second');
await background;

stream.destroy();
await near.stop();
await far.stop();
await database.stop();

async function measure(name: string): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < captures; count += 1) {
    times.push(await timeOneCapture(`marker-${count}-${Math.random()}`));
    await sleep(20);
  }
  const sorted = times.toSorted((a, b) => a - b);
  report(
    name,
    `median ${milliseconds(median(times))}`,
    `p99 ${milliseconds(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)}`,
    `max ${milliseconds(sorted.at(-1) ?? Number.NaN)}`,
  );
}

async function timeOneCapture(marker: string): Promise<number> {
  const started = performance.now();
  const seen = new Promise<number>((resolve) => {
    const onData = (piece: Buffer): void => {
      if (!piece.includes(marker)) return;
      stream.off('data', onData);
      resolve(performance.now() - started);
    };
    stream.on('data', onData);
  });
  await fetch(visitor.receiveUrl, { method: 'POST', body: marker });
  return await seen;
}
