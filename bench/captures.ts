import { median, milliseconds, report } from './figures.ts';
import { type LoadResult, load, oneKilobyte } from './load.ts';
import { type RunningServer, startBare, startHookwell, visit } from './servers.ts';

/**
 * Durable captures a second against a bare `node:http` server that reads the body and discards it; then
 * the latency at a steady 500 a second while a list of 10,000 is being read and 100 streams are open.
 * Run: npm run bench:captures
 */
const rounds = 3;
const seconds = 6;
const connections = 64;

const bare = await startBare();
const hookwell = await startHookwell();
const visitor = await visit(hookwell);

const ratios: number[] = [];
const stored: LoadResult[] = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = await saturate(`${bare.url}/wh/${visitor.token}`);
  const durable = await saturate(visitor.receiveUrl);
  ratios.push(durable.perSecond / plain.perSecond);
  stored.push(durable);
  reportLoad('bare node:http', plain);
  reportLoad('durable captures', durable);
}
report(`ratio, median of ${rounds}`, median(ratios).toFixed(3));
report('p99 at saturation, median', milliseconds(median(stored.map(({ p99 }) => p99))));
report('memory at saturation', `${hookwell.memory().toFixed(0)} MiB`);
await bare.stop();
await hookwell.stop();

await steady(await startHookwell());

function saturate(url: string): Promise<LoadResult> {
  return load({ url, connections, seconds, body: oneKilobyte });
}

async function steady(server: RunningServer): Promise<void> {
  const { cookie, receiveUrl } = await visit(server);
  const headers = { cookie };
  await load({ url: receiveUrl, connections: 16, seconds: 1, rate: 10_000, body: oneKilobyte });
  const streams = await Promise.all(
    Array.from({ length: 100 }, () => fetch(`${server.url}/api/sse?after=1000000000`, { headers })),
  );
  const reading = streams.map((stream) =>
    stream.body?.pipeTo(new WritableStream()).catch(() => {}),
  );
  let lists = 0;
  let finished = false;
  const lister = (async () => {
    while (!finished) {
      const list = await fetch(`${server.url}/api/requests`, { headers });
      for await (const piece of list.body ?? []) void piece;
      lists += 1;
    }
  })();
  const result = await load({
    url: receiveUrl,
    connections: 64,
    seconds: 10,
    rate: 500,
    body: oneKilobyte,
  });
  finished = true;
  await lister;
  reportLoad('steady 500/s, a list of 10,000 being read, 100 streams open', result);
  report('lists read meanwhile', String(lists));
  await server.stop();
  await Promise.all(reading);
}

function reportLoad(
  name: string,
  { perSecond, p50, p99, max, failed, firstFailure }: LoadResult,
): void {
  report(
    name,
    `${perSecond.toFixed(0)}/s`,
    `p50 ${milliseconds(p50)}`,
    `p99 ${milliseconds(p99)}`,
    `max ${milliseconds(max)}`,
    ...(failed > 0 ? [`${failed} FAILED (${firstFailure})`] : []),
  );
}
